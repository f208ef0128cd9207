import { CountersignError } from '@countersign/workflows/contract'
import type { LangGraphRunnableConfig } from '@langchain/langgraph'
import { runContext } from '../../engine/run-context.ts'
import { openSource } from '../../sources/open-source.ts'
import type { IngestDeps } from './ingest-deps.ts'
import { loaded } from './loaded-state.ts'
import { keyOfPages } from './revision-pages.ts'
import type { IngestStateType, IngestUpdate } from './state.ts'
import { storePage } from './store-page.ts'

/**
 * Reads a file page by page with the reader of its kind and stores the pages, so that doing it again changes nothing. Errors: those of the
 * readers, `no_text`.
 */
export function createReadWhole(deps: IngestDeps) {
  return async (state: IngestStateType, config: LangGraphRunnableConfig): Promise<IngestUpdate> => {
    const context = runContext(config)
    const { signal, heartbeat } = context
    const { document, hash, kind, name } = loaded(state)
    const source = await openSource(kind, await deps.blobs.get(hash), deps.pdf)
    let hasText = false
    try {
      for await (const page of source.pages()) {
        signal.throwIfAborted()
        await storePage(deps, keyOfPages(context, { document, hash }), page)
        hasText ||= /[\p{L}\p{N}]/u.test(page.text)
        heartbeat({ page: page.page, of: source.pageCount })
      }
    } finally {
      await source.close()
    }
    if (!hasText) {
      throw new CountersignError('no_text', `${name} holds no text: nothing is written in it. Check how the file was made.`, { document })
    }
    return { title: source.title, pages: source.pageCount }
  }
}
