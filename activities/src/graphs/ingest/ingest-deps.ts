import type { BlobStore, Db } from '@countersign/db'
import type { Embedder } from '../../models/embedder.ts'
import type { Extractor } from '../../models/extractor.ts'
import type { FetchUrl } from '../../sources/fetch-url.ts'
import type { PdfOptions } from '../../sources/read-pdf.ts'

/** What the nodes of the ingest graph work with. */
export interface IngestDeps {
  db: Db
  blobs: BlobStore
  extractor: Extractor
  embedder: Embedder
  fetchUrl: FetchUrl
  /** Larger files are refused. */
  maxBytes: number
  /** Confidence below which a person is asked, by `type` or `type.field`; the types' own thresholds hold otherwise. */
  thresholds: Readonly<Record<string, number>>
  /** How often a rejected reading is done again before the run is parked. */
  maxRedos: number
  pdf: Partial<PdfOptions>
}
