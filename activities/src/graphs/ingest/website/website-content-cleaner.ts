import { CountersignError, ERROR_CODES, type ErrorCode, type PageFacts } from '@countersign/workflows/contract'
import type { LangGraphRunnableConfig } from '@langchain/langgraph'
import { runContext } from '../../../engine/run-context.ts'
import { decodeHtml } from '../../../sources/parse-html.ts'
import { cleanHtml } from '../../../sources/read-html.ts'
import type { SourcePage } from '../../../sources/source-page.ts'
import { type SiteManifest, siteManifestSchema } from '../../../sources/website/site-manifest.ts'
import type { IngestDeps } from '../ingest-deps.ts'
import { getJson } from '../json-blob.ts'
import { loaded } from '../loaded-state.ts'
import { keyOfPages } from '../revision-pages.ts'
import type { FailedPart, IngestStateType, IngestUpdate } from '../state.ts'
import { storePage } from '../store-page.ts'

/**
 * Reads the main content of each crawled page, a page of the document each; addresses that could not be read come behind them, with what
 * was wrong. Error `no_text` where nothing is written on any page, with why. Safe to retry.
 */
export function createWebsiteContentCleaner(deps: IngestDeps) {
  return async (state: IngestStateType, config: LangGraphRunnableConfig): Promise<IngestUpdate> => {
    const context = runContext(config)
    const { signal, heartbeat } = context
    const { document, hash, name } = loaded(state)
    const key = keyOfPages(context, { document, hash })
    const manifest = await getJson(deps.blobs, hash, siteManifestSchema)
    const failed: FailedPart[] = []
    for (const [at, page] of manifest.pages.entries()) {
      signal.throwIfAborted()
      const { title, text, hidden } = cleanHtml(decodeHtml(await deps.blobs.get(page.hash), page.charset))
      const problem = /[\p{L}\p{N}]/u.test(text) ? page.problem : (page.problem ?? 'Nothing is written on it.')
      if (problem !== null) failed.push({ part: at + 1, code: 'no_text', message: `${page.url}: ${problem}` })
      const facts: PageFacts = {
        reading: problem === null ? 'text' : 'failed',
        url: page.url,
        title: title ?? undefined,
        problem: problem ?? undefined,
        hidden: hidden.length > 0 ? hidden : undefined,
      }
      await storePage(deps, key, toPage(at + 1, text, facts))
      heartbeat({ page: at + 1, of: manifest.pages.length })
    }
    failed.push(...(await storeUnread(deps, key, manifest)))
    const pages = manifest.pages.length + manifest.failed.length
    if (failed.length === pages)
      throw new CountersignError('no_text', `${name} holds no text. ${failed[0]?.message ?? ''}`.trim(), { document })
    return { title: manifest.title, pages, failed }
  }
}

async function storeUnread(
  deps: IngestDeps,
  where: { tenant: string; document: string; hash: string },
  { pages, failed }: SiteManifest,
): Promise<FailedPart[]> {
  const parts: FailedPart[] = []
  for (const [at, { url, code, problem }] of failed.entries()) {
    const part = pages.length + at + 1
    await storePage(deps, where, toPage(part, '', { reading: 'failed', url, problem }))
    parts.push({ part, code: isErrorCode(code) ? code : 'unavailable', message: problem })
  }
  return parts
}

const isErrorCode = (code: string): code is ErrorCode => code in ERROR_CODES

const toPage = (page: number, text: string, facts: PageFacts): SourcePage => ({
  page,
  width: 0,
  height: 0,
  text,
  lines: [],
  picture: null,
  pictureOnly: false,
  facts,
})
