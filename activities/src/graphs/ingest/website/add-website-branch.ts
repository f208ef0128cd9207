import type { AnyStateGraph } from '../../../engine/define-graph.ts'
import { caught, createErrorHandler, orError } from '../caught.ts'
import type { IngestDeps } from '../ingest-deps.ts'
import { long, QUICK } from '../node-metadata.ts'
import type { IngestStateType } from '../state.ts'
import { createWebsiteContentCleaner } from './website-content-cleaner.ts'
import { createWebsiteCrawler } from './website-crawler.ts'
import { websiteInputCheck } from './website-input-check.ts'

const HANDLER = 'website_error_handler'

/** A website: crawled window by window until nothing is left or a limit is met, then read page by page. */
export function addWebsiteBranch(graph: AnyStateGraph, deps: IngestDeps): void {
  graph
    .addNode('website_input_check', caught('website_input_check', websiteInputCheck), QUICK)
    .addNode('website_crawler', caught('website_crawler', createWebsiteCrawler(deps)), long(15))
    .addNode('website_content_cleaner', caught('website_content_cleaner', createWebsiteContentCleaner(deps)), long(15))
    .addNode(HANDLER, createErrorHandler('website_input_check'), { ...QUICK, ends: ['website_input_check'] })
    .addConditionalEdges('website_input_check', orError('website_crawler', HANDLER), ['website_crawler', HANDLER])
    .addConditionalEdges('website_crawler', crawlOn, ['website_crawler', 'website_content_cleaner', HANDLER])
    .addConditionalEdges('website_content_cleaner', orError('detect_complex_content', HANDLER), ['detect_complex_content', HANDLER])
}

function crawlOn({ error, crawl }: IngestStateType): string {
  if (error) return HANDLER
  return crawl?.ended === null ? 'website_crawler' : 'website_content_cleaner'
}
