import { CountersignError } from '@countersign/workflows/contract'
import type { LangGraphRunnableConfig } from '@langchain/langgraph'
import { runContext } from '../../../engine/run-context.ts'
import { readImage } from '../../../sources/image/read-image.ts'
import type { IngestDeps } from '../ingest-deps.ts'
import { loaded } from '../loaded-state.ts'
import { keyOfPages } from '../revision-pages.ts'
import type { FailedPart, IngestStateType, IngestUpdate } from '../state.ts'
import { storePage } from '../store-page.ts'

/**
 * Stores each frame as a page whose picture is upright, straight and clear, still without text. Doing it again changes nothing. A frame that
 * is damaged is named in `failed`; error `unreadable_file` where all are.
 */
export function createImagePreprocessor(deps: Pick<IngestDeps, 'db' | 'blobs'>) {
  return async (state: IngestStateType, config: LangGraphRunnableConfig): Promise<IngestUpdate> => {
    const context = runContext(config)
    const { signal, heartbeat } = context
    const { document, hash, pages } = loaded(state)
    const image = await readImage(await deps.blobs.get(hash))
    const failed: FailedPart[] = []
    try {
      for (let page = 1; page <= pages; page += 1) {
        signal.throwIfAborted()
        try {
          await storePage(deps, keyOfPages(context, { document, hash }), await image.read(page))
        } catch (error) {
          if (!(error instanceof CountersignError) || error.retryable) throw error
          failed.push({ part: page, code: error.code, message: error.message })
        }
        heartbeat({ page, of: pages })
      }
    } finally {
      await image.close()
    }
    const [first] = failed
    if (first !== undefined && failed.length === pages) throw new CountersignError(first.code, first.message, { pages })
    return { failed }
  }
}
