import type { BlobStore, Db } from '@countersign/db'
import type { ChatModel } from '../../models/chat-model.ts'
import type { Embedder } from '../../models/embedder.ts'
import type { Extractor } from '../../models/extractor.ts'
import type { OcrReader } from '../../models/ocr-reader.ts'
import type { VoiceDetector } from '../../models/speech/voice-activity.ts'
import type { SpeechReader } from '../../models/speech-reader.ts'
import type { VisionModel } from '../../models/vision-model.ts'
import type { FetchUrl } from '../../sources/fetch-url.ts'
import type { PdfOptions } from '../../sources/pdf/read-pdf.ts'
import type { WebClient } from '../../sources/web-client.ts'
import type { CrawlLimits } from '../../sources/website/crawl-limits.ts'
import type { PageBrowser } from '../../sources/website/page-browser.ts'
import type { YoutubeClient } from '../../sources/youtube/youtube-client.ts'

/** What the nodes of the ingest graph work with. A model that is null is not configured: who needs it says so. */
export interface IngestDeps {
  db: Db
  blobs: BlobStore
  extractor: Extractor
  embedder: Embedder
  ocr: OcrReader | null
  speech: SpeechReader | null
  /** Tells where somebody speaks in a recording. */
  voice: VoiceDetector
  vision: VisionModel | null
  chat: ChatModel | null
  fetchUrl: FetchUrl
  web: WebClient
  /** How far a website is crawled where a run says nothing else. */
  crawl: CrawlLimits
  /** For pages that their scripts write; null where no browser is configured. */
  openBrowser: (() => PageBrowser) | null
  youtube: YoutubeClient
  /** Larger files are refused. */
  maxBytes: number
  /** Longer recordings are refused. */
  maxSeconds: number
  /** Confidence below which a person is asked, by `type` or `type.field`; the types' own thresholds hold otherwise. */
  thresholds: Readonly<Record<string, number>>
  /** How often a rejected reading is done again before the run is parked. */
  maxRedos: number
  pdf: Partial<PdfOptions>
  /** Opens what a person gave as a secret answer. Error `invalid_input` where it was sealed by another installation. */
  unseal(tenant: string, sealed: string): string
}
