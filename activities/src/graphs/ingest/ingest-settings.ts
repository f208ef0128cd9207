import { CountersignError } from '@countersign/workflows/contract'
import { z } from 'zod'
import { documentType } from '../../document-types/index.ts'
import { createFetchResource } from '../../sources/fetch-resource.ts'
import { createFetchUrl } from '../../sources/fetch-url.ts'
import { createWebClient } from '../../sources/web-client.ts'
import { CRAWL_LIMITS } from '../../sources/website/crawl-limits.ts'
import { createPageBrowser } from '../../sources/website/page-browser.ts'
import { createYoutubeClient } from '../../sources/youtube/youtube-client.ts'
import type { IngestDeps } from './ingest-deps.ts'

const MINUTE = 60_000
const flag = z.enum(['0', '1', 'true', 'false', '']).transform((value) => value === '1' || value === 'true')
const ingestEnvironment = z.object({
  COUNTERSIGN_ALLOW_PRIVATE_URLS: flag.default(false),
  /** Where `s3://` addresses may point: `s3://bucket/folder,s3://other` */
  COUNTERSIGN_S3_SOURCES: z.string().default(''),
  COUNTERSIGN_BLOBS: z.string().default(''),
  /** `invoice=0.9,invoice.total=0.95` */
  COUNTERSIGN_THRESHOLDS: z.string().default(''),
  COUNTERSIGN_MAX_REDOS: z.coerce.number().int().min(0).max(100).default(3),
  COUNTERSIGN_MAX_SECONDS: z.coerce.number().int().min(1).max(86_400).default(14_400),
  COUNTERSIGN_MAX_PAGES: z.coerce.number().int().min(1).default(2000),
  COUNTERSIGN_CRAWL_DEPTH: z.coerce.number().int().min(0).max(20).default(CRAWL_LIMITS.depth),
  COUNTERSIGN_CRAWL_PAGES: z.coerce.number().int().min(1).max(2000).default(CRAWL_LIMITS.pages),
  COUNTERSIGN_CRAWL_MINUTES: z.coerce
    .number()
    .positive()
    .max(24 * 60)
    .default(CRAWL_LIMITS.time / MINUTE),
  /** Milliseconds between two requests to a site. */
  COUNTERSIGN_CRAWL_DELAY: z.coerce.number().int().min(0).default(CRAWL_LIMITS.delay),
  COUNTERSIGN_BROWSER: z.string().optional(),
})

/** What the environment says of ingestion. Error `invalid_input` that names the variable. Opens nothing. */
export function readIngestSettings(
  env: Readonly<Record<string, string | undefined>>,
): Pick<IngestDeps, 'fetchUrl' | 'web' | 'crawl' | 'openBrowser' | 'youtube' | 'thresholds' | 'maxRedos' | 'maxSeconds' | 'pdf'> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = ingestEnvironment.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new CountersignError('invalid_input', `${issue?.path.join('.')}: ${issue?.message}.`, { variable: String(issue?.path[0]) })
  }
  const values = parsed.data
  const allowPrivate = values.COUNTERSIGN_ALLOW_PRIVATE_URLS
  const web = createWebClient({ allowPrivate })
  const executablePath = values.COUNTERSIGN_BROWSER
  return {
    fetchUrl: createFetchResource({
      fetchUrl: createFetchUrl({ allowPrivate }),
      allowed: parsePlaces(values.COUNTERSIGN_S3_SOURCES),
      blobs: values.COUNTERSIGN_BLOBS,
    }),
    web,
    crawl: {
      depth: values.COUNTERSIGN_CRAWL_DEPTH,
      pages: values.COUNTERSIGN_CRAWL_PAGES,
      time: values.COUNTERSIGN_CRAWL_MINUTES * MINUTE,
      delay: values.COUNTERSIGN_CRAWL_DELAY,
    },
    openBrowser: executablePath === undefined ? null : () => createPageBrowser({ executablePath, ask: web }),
    youtube: createYoutubeClient({ ask: web }),
    thresholds: parseThresholds(values.COUNTERSIGN_THRESHOLDS),
    maxRedos: values.COUNTERSIGN_MAX_REDOS,
    maxSeconds: values.COUNTERSIGN_MAX_SECONDS,
    pdf: { maxPages: values.COUNTERSIGN_MAX_PAGES },
  }
}

function parsePlaces(text: string): string[] {
  const places = text
    .split(',')
    .map((place) => place.trim())
    .filter(Boolean)
  const wrong = places.find((place) => !/^s3:\/\/[a-z0-9.-]+(\/|$)/i.test(place))
  if (wrong === undefined) return places
  throw new CountersignError('invalid_input', `COUNTERSIGN_S3_SOURCES: "${wrong}" is not like s3://bucket or s3://bucket/folder.`, {
    place: wrong,
  })
}

function parseThresholds(text: string): Record<string, number> {
  const thresholds: Record<string, number> = {}
  for (const part of text
    .split(',')
    .map((piece) => piece.trim())
    .filter(Boolean)) {
    const [key = '', value = ''] = part.split('=').map((side) => side.trim())
    const threshold = Number(value)
    if (value === '' || !(threshold >= 0 && threshold <= 1) || !isKnown(key)) {
      throw new CountersignError('invalid_input', `COUNTERSIGN_THRESHOLDS: "${part}" is not like invoice=0.9 or invoice.total=0.95.`, {
        part,
      })
    }
    thresholds[key] = threshold
  }
  return thresholds
}

function isKnown(key: string): boolean {
  const [type = '', field] = key.split('.')
  const { fields } = documentType(type)
  return field === undefined || fields.some(({ name }) => name === field)
}
