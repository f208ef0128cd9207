import type { PageRow } from '@countersign/db'
import { CountersignError } from '@countersign/workflows/contract'
import type { LangGraphRunnableConfig } from '@langchain/langgraph'
import { type RunContext, runContext } from '../../../engine/run-context.ts'
import { lookAtPicture } from '../../../sources/image/look-at-picture.ts'
import type { IngestDeps } from '../ingest-deps.ts'
import { type LoadedState, loaded } from '../loaded-state.ts'
import { keyOfPages, pagesOf } from '../revision-pages.ts'
import type { FailedPart, IngestStateType, IngestUpdate } from '../state.ts'
import { storePage } from '../store-page.ts'

type Deps = Pick<IngestDeps, 'db' | 'blobs' | 'ocr' | 'vision'>

/**
 * Reads the pictures of the pages, each stored as soon as it is read and not read again after a crash. A page that cannot be read is named
 * in `failed`. Errors: `no_text` where no page has a word, `model_missing`, `model_failed` (worth a retry).
 */
export function createImageVisionAnalyzer(deps: Deps) {
  return async (state: IngestStateType, config: LangGraphRunnableConfig): Promise<IngestUpdate> => {
    const context = runContext(config)
    const { document, hash, name } = loaded(state)
    const pages = await pagesOf(deps, context, { document, hash })
    const failed: FailedPart[] = []
    let hasText = false
    for (const page of pages) {
      context.signal.throwIfAborted()
      try {
        hasText = /[\p{L}\p{N}]/u.test(await readPage(deps, loaded(state), page, context)) || hasText
      } catch (error) {
        if (!(error instanceof CountersignError) || error.retryable || error.code === 'model_missing') throw error
        failed.push({ part: page.page, code: error.code, message: error.message })
      }
      context.heartbeat({ page: page.page, of: pages.length })
    }
    if (hasText) return { failed }
    const [first] = failed
    if (first !== undefined) throw new CountersignError(first.code, first.message, { document })
    throw new CountersignError('no_text', `${name} holds no text: no words were found in the picture.`, { document })
  }
}

/** The page's text. One that was read before has it already. */
async function readPage(deps: Deps, { document, hash, language }: LoadedState, page: PageRow, context: RunContext) {
  // A replay reads anew what its parent has read.
  if (page.facts.reading !== undefined && !(context.sandbox && context.attempt === 1)) return page.text
  if (page.image === null) throw new CountersignError('unreadable_file', `Page ${page.page} has no picture.`)
  const picture = { bytes: await deps.blobs.get(page.image), mime: 'image/jpeg' as const }
  const reading = await lookAtPicture(deps, picture, language, context.signal)
  const { text, lines, facts } = reading
  const size = reading.width > 0 ? { width: reading.width, height: reading.height } : { width: page.width, height: page.height }
  const read = { page: page.page, ...size, text, lines, picture: reading.picture, pictureOnly: false, facts }
  await storePage(deps, keyOfPages(context, { document, hash }), read)
  return text
}
