import { z } from 'zod'

/** A page that was read. Its bytes lie in the blob store under `hash`. */
export const crawledPageSchema = z.object({
  url: z.string(),
  hash: z.string(),
  bytes: z.number(),
  title: z.string().nullable(),
  status: z.number(),
  /** What its server said; null: as the page says itself. */
  charset: z.string().nullable(),
  /** It was read after its scripts had run in a browser. */
  rendered: z.boolean(),
  /** Why nothing or too little can be read on it. */
  problem: z.string().nullable(),
})
export type CrawledPage = z.infer<typeof crawledPageSchema>

const failedPageSchema = z.object({ url: z.string(), code: z.string(), problem: z.string() })
/** Known, and left out on purpose: why. */
const skippedPageSchema = z.object({
  url: z.string(),
  why: z.enum(['duplicate', 'disallowed_by_site', 'elsewhere', 'document', 'no_page']),
})

/** Where a crawl stands; it goes on from here, also in another process. */
export const crawlProgressSchema = z.object({
  start: z.string(),
  /** Host and port without `www.`, of where the first page really was. */
  site: z.string(),
  queue: z.array(z.object({ url: z.string(), depth: z.number(), again: z.boolean() })),
  seen: z.array(z.string()),
  pages: z.array(crawledPageSchema),
  failed: z.array(failedPageSchema),
  skipped: z.array(skippedPageSchema),
  /** robots.txt by origin. */
  robots: z.record(z.string(), z.string()),
  /** Spent so far, in milliseconds. */
  elapsed: z.number(),
  /** `done`: nothing is left; `pages`, `time`: the limit that ended it. Null: it goes on. */
  ended: z.enum(['done', 'pages', 'time']).nullable(),
})
export type CrawlProgress = z.infer<typeof crawlProgressSchema>
