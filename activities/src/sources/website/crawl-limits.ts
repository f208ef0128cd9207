/** How far a crawl goes. */
export interface CrawlLimits {
  /** Links away from the first page: 0 reads only that page. */
  depth: number
  pages: number
  /** For the whole crawl, in milliseconds. */
  time: number
  /** Between two requests to the site, in milliseconds; a longer `Crawl-delay` of its robots.txt holds. */
  delay: number
}

export const CRAWL_LIMITS: CrawlLimits = { depth: 0, pages: 50, time: 5 * 60_000, delay: 500 }
/** A page larger than this is named as failed. */
export const MAX_PAGE_BYTES = 10 * 1024 * 1024
/** For one page, redirects included, in milliseconds. */
export const PAGE_TIMEOUT = 30_000
/** Addresses that wait to be read; more are not remembered. */
export const MAX_QUEUE = 5000
