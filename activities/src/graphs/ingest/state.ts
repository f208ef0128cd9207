import type { ChunkKind, DocumentKind, ErrorCode, Field, InputType, Strategy } from '@countersign/workflows/contract'
import { Annotation } from '@langchain/langgraph'
import type { FieldValue } from '../../models/extractor.ts'
import type { Piece } from '../../retrieval/split-text.ts'
import type { PageNature } from '../../sources/pdf/page-nature.ts'
import type { TextQuality } from '../../sources/text-quality.ts'

/** What was read from a document, field by field. */
export interface Extraction {
  documentType: string
  extractor: string
  fields: Field[]
}

/** A reading that a reviewer sent back: why, and what it was. */
export interface Rejection {
  reason: string
  by: string
  values: Record<string, FieldValue>
}

/** A chunk's vectors, in the order of the chunks: 32-bit floats, little endian, base64. */
export interface EmbeddedChunks {
  model: string
  dimension: number
  data: string
}

/** What went wrong in a branch; its error handler decides what becomes of the run. */
export interface BranchError {
  node: string
  code: ErrorCode
  message: string
  details: Record<string, unknown>
}

/** A part that could not be read: a page of a document, a part of a recording, an address of a website, by its number. */
export interface FailedPart {
  part: number
  code: ErrorCode
  message: string
}

/** A table, a piece of code or a formula, by its offsets in the extracted content: it is kept whole. */
export interface ComplexSpan {
  kind: Exclude<ChunkKind, 'text'>
  start: number
  end: number
}

/** A stretch of the extracted content with its time in the recording, in seconds. */
export interface Segment {
  start: number
  end: number
  from: number
  to: number
}

/** A page of a PDF before it is read: its size in points, and what it seems to be (null until the analyser has looked). */
export interface PagePlan {
  page: number
  width: number
  height: number
  nature: PageNature | null
}

export const PDF_PROCESSORS = ['pdf_text_parser', 'pdf_ocr_processor', 'pdf_hybrid_processor'] as const
export type PdfProcessor = (typeof PDF_PROCESSORS)[number]

/** Pages that one task reads. */
export interface PdfWindow {
  processor: PdfProcessor
  pages: number[]
}

/** What became of a window: the pages (or parts) that were read and stored, and how many letters and digits they hold. */
export interface ReadWindow {
  pages: number[]
  letters: number
}

/** A recording as decoded: its sound lies in the blob store in slices of a minute (16-bit mono at 16 kHz). */
export interface RecordingState {
  /** Hash of the file that it was decoded from. */
  of: string
  slices: string[]
  seconds: number
  /** What is missing at its end, as a sentence. */
  problem: string | null
}

/** A stretch of a recording in which somebody speaks, in seconds; `joined`: it overlaps with the one before it. */
export interface AudioPart {
  part: number
  from: number
  to: number
  joined: boolean
}

/** Where the crawl of a website stands; all of it lies in the blob store under `progress`. */
export interface CrawlState {
  progress: string
  /** Null: there is more to read. `pages`, `time`: the limit that ended it, with `left` addresses known and unread. */
  ended: 'done' | 'pages' | 'time' | null
  read: number
  left: number
  /** Left out on purpose: copies, documents, what the site's robots.txt does not allow. */
  skipped: number
}

export const SPLITTERS = ['recursive', 'heading', 'page', 'block', 'semantic'] as const
export type SplitterName = (typeof SPLITTERS)[number]

/** A piece of the extracted content, what it is, and the sentence that places it in its document. */
export interface Chunk extends Piece {
  kind: ChunkKind
  context: string | null
}

/** Parts that failed, by number; `null` forgets what was there, since the branch begins anew. */
function addFailed(before: FailedPart[], added: FailedPart[] | null): FailedPart[] {
  if (added === null) return []
  const parts = new Map([...before, ...added].map((failed) => [failed.part, failed]))
  return [...parts.values()].sort((a, b) => a.part - b.part)
}

/**
 * What the door starts a run with. `hash` is missing for what the run fetches itself: `url` is then an http(s) or s3 address.
 * `claimed` is the kind that the caller says it is, which the content must not contradict.
 */
export const IngestInput = Annotation.Root({
  document: Annotation<string | null>,
  hash: Annotation<string | null>,
  name: Annotation<string>,
  kind: Annotation<DocumentKind | null>,
  claimed: Annotation<InputType | DocumentKind | null>,
  documentType: Annotation<string | null>,
  language: Annotation<string | null>,
  source: Annotation<string>,
  url: Annotation<string | null>,
  strategy: Annotation<Strategy | null>,
  /** Ask a chat model for a sentence that places each chunk in its document. */
  enrich: Annotation<boolean | null>,
  /** How many links a website is followed from its first page. */
  depth: Annotation<number | null>,
})

/** The state of an ingest run. Pages, pictures and recordings lie in Postgres and the blob store, by document and hash. */
export const IngestState = Annotation.Root({
  ...IngestInput.spec,
  input_type: Annotation<InputType>,
  /** Where it was really fetched from, after redirects; null for a file that was handed over. */
  url_resource: Annotation<string | null>,
  /** Milliseconds since 1970. */
  started: Annotation<number>,
  title: Annotation<string | null>,
  pages: Annotation<number>,
  /** Of the PDF's file; missing in runs that were loaded before it was kept. */
  pdf_bytes: Annotation<number | undefined>,
  /** The password that a person gave, sealed: only a worker of this installation can read it. */
  pdf_password: Annotation<string | null>,
  pdf_pages: Annotation<PagePlan[]>,
  processing_strategy: Annotation<Strategy | null>,
  pdf_windows: Annotation<PdfWindow[]>,
  /** Windows that are done; `null` forgets them, since the branch begins anew. */
  read_windows: Annotation<ReadWindow[], ReadWindow[] | null>({
    reducer: (before, added) => (added === null ? [] : [...before, ...added]),
    default: () => [],
  }),
  recording: Annotation<RecordingState | null>,
  audio_parts: Annotation<AudioPart[]>,
  failed: Annotation<FailedPart[], FailedPart[] | null>({ reducer: addFailed, default: () => [] }),
  error: Annotation<BranchError | null>,
  crawl: Annotation<CrawlState | null>,
  extracted_content: Annotation<string>,
  pageStarts: Annotation<number[]>,
  quality: Annotation<TextQuality>,
  has_complex_content: Annotation<boolean>,
  complex: Annotation<ComplexSpan[]>,
  segments: Annotation<Segment[]>,
  total_tokens: Annotation<number>,
  extraction: Annotation<Extraction>,
  /** Why a person must look, a sentence each; empty: nobody needs to. */
  doubts: Annotation<string[]>,
  rejections: Annotation<Rejection[]>({ reducer: (before, added) => [...before, ...added], default: () => [] }),
  vetted: Annotation<'none' | 'machine' | 'person'>,
  splitter: Annotation<{ name: SplitterName; reason: string }>,
  chunks: Annotation<Chunk[]>,
  /** Why no chunk was given a context, where that was asked for. */
  enrichment_note: Annotation<string | null>,
  embedded_chunks: Annotation<EmbeddedChunks | null>,
  embedding_dimension: Annotation<number>,
  /** How many chunks are searchable now. */
  indexed: Annotation<number>,
  /** Milliseconds from the router to the index, waiting for people included. */
  processing_time: Annotation<number>,
})

export type IngestStateType = typeof IngestState.State
export type IngestUpdate = typeof IngestState.Update
