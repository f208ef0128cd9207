import { z } from 'zod'
import { type CrawlProgress, crawledPageSchema, crawlProgressSchema } from './crawl-progress.ts'

/** What is kept of a crawled website: the document of the kind `website`. The pages' bytes lie in the blob store by their hashes. */
export const siteManifestSchema = z.object({
  start: z.string(),
  title: z.string().nullable(),
  pages: z.array(crawledPageSchema),
  failed: crawlProgressSchema.shape.failed,
  skipped: crawlProgressSchema.shape.skipped,
  /** What ended the crawl, and the addresses that it knew and had not read by then. */
  ended: z.enum(['done', 'pages', 'time']),
  left: z.array(z.string()),
})
export type SiteManifest = z.infer<typeof siteManifestSchema>

/** The manifest of a crawl that has ended. The same pages make the same manifest. */
export function manifestOf({ start, pages, failed, skipped, ended, queue }: CrawlProgress): SiteManifest {
  const left = queue.map(({ url }) => url)
  return { start, title: pages[0]?.title ?? null, pages, failed, skipped, ended: ended ?? 'done', left }
}
