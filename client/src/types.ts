import type { Actor, DecideInput, Field, ReviewKind, ReviewPolicy, ReviewRequest, Verb } from '@countersign/workflows/contract'
import type { DecisionOutcome, DeskClient, QuorumView, Standing } from './desk-types.ts'

/** What callers see. Dates are ISO strings, so that the same shapes travel over HTTP. */

export type RunStatus = 'running' | 'waiting' | 'parked' | 'done' | 'aborted' | 'cancelled'

export interface RunSummary {
  id: string
  graph: string
  version: string
  title: string
  status: RunStatus
  step: number
  next: string[]
  document: string | null
  parentRun: string | null
  error: { code: string; message: string; node: string | null } | null
  createdBy: string
  createdAt: string
  updatedAt: string
  finishedAt: string | null
  /** Open reviews of this run. */
  openReviews: string[]
}

export interface AttemptView {
  checkpoint: string
  task: string
  node: string
  step: number
  fence: number
  status: 'running' | 'done' | 'waiting' | 'failed' | 'superseded'
  error: { code: string; message: string } | null
  worker: string
  startedAt: string
  finishedAt: string | null
}

export interface GraphView {
  name: string
  version: string
  nodes: { id: string; kind: 'start' | 'end' | 'node' | 'subgraph' }[]
  edges: { from: string; to: string; conditional: boolean; label?: string }[]
  mermaid: string
}

export interface RunDetail extends RunSummary {
  attempts: AttemptView[]
  reviews: ReviewSummary[]
  drawing: GraphView | null
}

/** One checkpoint of a run, newest last. `nodes` are the nodes whose writes it holds. */
export interface CheckpointView {
  id: string
  parent: string | null
  step: number
  source: string
  nodes: string[]
  next: string[]
  at: string
}

export interface CheckpointState extends CheckpointView {
  values: Record<string, unknown>
  /** Keys whose value differs from the parent checkpoint's. */
  changed: string[]
}

export interface ReviewSummary {
  id: string
  run: string
  kind: ReviewKind
  status: 'open' | 'decided' | 'withdrawn'
  title: string
  reason: string
  node: string
  document: string | null
  documentType: string | null
  confidence: number | null
  openedAt: string
  dueAt: string | null
  decidedAt: string | null
  decidedBy: string | null
  verb: Verb | null
  priority: number
  assignee: string | null
  /** Who holds the lease now, and until when; null where nobody does. */
  claim: { by: string; until: string } | null
  quorum: number
  disputed: boolean
  round: number
  /** Doubtful fields, as a number. */
  doubts: number
}

export interface PageView {
  page: number
  /** Points (1/72 inch). */
  width: number
  height: number
  /** Content hash of the page's picture, or null: then `text` is shown. */
  image: string | null
  text: string
  lines: { text: string; x: number; y: number; w: number; h: number }[]
}

export interface ReviewDetail extends ReviewSummary {
  request: ReviewRequest
  fields: Field[]
  shownHash: string
  decision: {
    verb: Verb
    value: unknown
    reason: string | null
    by: string
    at: string
    appliedAt: string | null
    byDefault: boolean
  } | null
  documentView: DocumentView | null
  pages: PageView[]
  policy: ReviewPolicy
  /** Roles and people who may decide now. */
  mayDecide: { roles: string[]; users: string[] }
  /** Whether the caller may, and if not, why not. */
  standing: Standing
  /** Null where one answer is enough. */
  votes: QuorumView | null
  /** How often somebody has commented. */
  comments: number
  /** For an incident: the attempts of the node that gave up. */
  attempts: AttemptView[]
  graph: string
}

export interface DocumentView {
  id: string
  name: string
  kind: 'pdf' | 'text' | 'markdown' | 'html'
  bytes: number
  hash: string
  documentType: string | null
  language: string | null
  pages: number | null
  vetted: 'none' | 'machine' | 'person'
  run: string | null
  sources: string[]
  indexedAt: string | null
  chunks: number
  createdAt: string
}

export interface SearchHit {
  document: string
  name: string
  chunk: number
  text: string
  heading: string | null
  page: number | null
  vetted: 'none' | 'machine' | 'person'
  score: number
  /** Cosine similarity and text score; absent where that leg did not find the chunk. */
  vector?: number
  fullText?: number
}

export interface Page<T> {
  items: T[]
  /** Pass as `after` to read on; null at the end. */
  next: string | null
}

export interface ReviewFilter {
  /** Left out: reviews of any status, newest first; `open` lists them oldest first. */
  status?: 'open' | 'decided' | 'withdrawn'
  kind?: ReviewKind
  documentType?: string
  run?: string
  /** Opened at least this many seconds ago. */
  olderThan?: number
  /** Substring of the title, any case. */
  text?: string
  /** `mine`: claimed by the caller; `assigned`: given to the caller; `free`: claimed by nobody. */
  claim?: 'mine' | 'assigned' | 'free'
  /** `overdue`: past its deadline; `soon`: due within the hour; `none`: without a deadline. */
  due?: 'overdue' | 'soon' | 'none'
  /** Confidence at least / at most, 0..1. */
  minConfidence?: number
  maxConfidence?: number
  /** Only what the caller may decide. */
  decidable?: boolean
  /** Open reviews: `oldest` when left out. `priority`: highest first, then oldest; `due`: most urgent first; `confidence`: least sure first. */
  sort?: 'oldest' | 'newest' | 'priority' | 'due' | 'confidence'
  after?: string
  limit?: number
}

export interface ReviewCounts {
  open: number
  byKind: Record<string, number>
  byDocumentType: Record<string, number>
  overdue: number
  dueSoon: number
  mine: number
  assigned: number
}

export interface RunFilter {
  status?: RunStatus
  graph?: string
  text?: string
  after?: string
  limit?: number
}

/** `documentType`: read it as this type instead of guessing. `bytes` with `name`: an upload. `path` is read here, in the caller's process. */
export type IngestInput = { documentType?: string; language?: string; clientKey?: string; again?: boolean } & (
  | { path: string }
  | { url: string }
  | { name: string; bytes: Uint8Array }
)

/** `duplicate`: the same bytes were ingested before; `run` is that earlier run and nothing new was started. */
export interface IngestResult {
  run: string
  document: string
  duplicate: boolean
}

export interface Decided {
  /** Null where the review is still open: voted, or handed on. */
  decision: string | null
  review: ReviewSummary
  outcome: DecisionOutcome
  /** This very decision (same client key) had been made before; nothing new happened. */
  repeated: boolean
}

/**
 * Something changed; what to read again is up to the reader. Id `*`: from now on nothing is missed, but something may have been
 * before: read again whatever you show. It comes first, and again after a lost connection.
 */
export interface ChangeEvent {
  kind: 'run' | 'review' | 'document'
  id: string
  run: string | null
}

export interface Health {
  openReviews: number
  runs: Record<RunStatus, number>
  /** Decisions older than 30 s that their run has not taken in. */
  decidedNotResumed: number
  temporal: boolean
}

/** The only door: everything a caller can do, as one tenant and one named person. */
export interface CountersignClient extends DeskClient {
  readonly tenant: string
  /** The same connections, acting as another person, in whatever tenant that person is in. */
  as(actor: Actor): CountersignClient
  ingest(input: IngestInput): Promise<IngestResult>
  startRun(input: { graph: string; version?: string; input: unknown; title?: string; clientKey?: string }): Promise<{ run: string }>
  cancelRun(run: string): Promise<void>
  listRuns(filter?: RunFilter): Promise<Page<RunSummary>>
  getRun(run: string): Promise<RunDetail>
  listCheckpoints(run: string): Promise<CheckpointView[]>
  getState(run: string, checkpoint?: string): Promise<CheckpointState>
  listReviews(filter?: ReviewFilter): Promise<Page<ReviewSummary>>
  /** Open reviews by kind and by document type, for the inbox's filters. */
  countReviews(): Promise<ReviewCounts>
  getReview(review: string): Promise<ReviewDetail>
  /** The open reviews before and after this one in the inbox's order, under the same filter. */
  neighbours(
    review: string,
    filter?: ReviewFilter,
  ): Promise<{ previous: string | null; next: string | null; position: number; total: number }>
  /** Conflicts throw CountersignError `already_decided` with `details: {by, at, verb}`. */
  decide(input: DecideInput): Promise<Decided>
  listDocuments(filter?: { text?: string; after?: string; limit?: number }): Promise<Page<DocumentView>>
  getDocument(document: string): Promise<DocumentView>
  /** A file this tenant owns: an original, a page's picture, an evidence crop. */
  readFile(hash: string): Promise<{ bytes: Uint8Array; mime: string }>
  search(query: string, options?: { limit?: number }): Promise<SearchHit[]>
  listGraphs(): Promise<GraphView[]>
  /** Changes as they are committed, until `signal` aborts. */
  watch(signal: AbortSignal): AsyncIterable<ChangeEvent>
  health(): Promise<Health>
  close(): Promise<void>
}
