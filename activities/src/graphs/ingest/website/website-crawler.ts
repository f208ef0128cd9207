import { mimeOfKind, recordFile } from '@countersign/db'
import type { LangGraphRunnableConfig } from '@langchain/langgraph'
import { type RunContext, runContext } from '../../../engine/run-context.ts'
import { type CrawlProgress, crawlProgressSchema } from '../../../sources/website/crawl-progress.ts'
import { crawlSite, newCrawl } from '../../../sources/website/crawl-site.ts'
import { manifestOf } from '../../../sources/website/site-manifest.ts'
import type { IngestDeps } from '../ingest-deps.ts'
import { getJson, putJson } from '../json-blob.ts'
import { receiveFetched } from '../receive-fetched.ts'
import type { IngestStateType, IngestUpdate } from '../state.ts'

/** Pages of one task, at least: what is done again after a kill, at most. */
const WINDOW = 5
const WINDOWS = 10
const WINDOW_TIME = 2 * 60_000

/**
 * Reads the next pages of a website into the blob store; where the crawl stands lies there too, so that a window that is done is not done
 * again. The last window makes the document: a manifest of the pages. Errors: those of the first page, see `crawlSite`.
 */
export function createWebsiteCrawler(deps: IngestDeps) {
  return async (state: IngestStateType, config: LangGraphRunnableConfig): Promise<IngestUpdate> => {
    const context = runContext(config)
    const limits = { ...deps.crawl, depth: state.depth ?? deps.crawl.depth }
    const before = state.crawl ? await getJson(deps.blobs, state.crawl.progress, crawlProgressSchema) : newCrawl(addressOf(state))
    const pages = Math.max(WINDOW, Math.ceil(limits.pages / WINDOWS))
    const { web: ask, blobs, openBrowser } = deps
    const after = await crawlSite({ ask, blobs, openBrowser }, before, { limits, pages, time: WINDOW_TIME, signal: context.signal })
    const { hash } = await putJson(deps.blobs, after)
    const crawl = { progress: hash, ended: after.ended, read: after.pages.length, left: after.queue.length, skipped: after.skipped.length }
    return after.ended === null ? { crawl } : { crawl, ...(await keep(deps, state, context, after)) }
  }
}

const addressOf = ({ url_resource, url }: IngestStateType): string => url_resource ?? url ?? ''

async function keep(deps: IngestDeps, state: IngestStateType, context: RunContext, crawled: CrawlProgress): Promise<IngestUpdate> {
  for (const { hash, bytes } of crawled.pages) await recordFile(deps.db, { tenant: context.tenant, hash, bytes, mime: 'text/html' })
  const manifest = manifestOf(crawled)
  const { hash, bytes } = await putJson(deps.blobs, manifest)
  const kind = 'website'
  const name = state.name || new URL(manifest.start).host
  const uri = state.source || manifest.start
  const { document } = await receiveFetched(deps, context, {
    hash,
    name,
    kind,
    bytes,
    uri,
    mime: mimeOfKind(kind),
    promised: state.document,
  })
  return { document, hash, kind, name, title: manifest.title }
}
