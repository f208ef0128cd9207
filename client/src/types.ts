import type { Actor, DecideInput } from '@countersign/workflows/contract'
import type { DeskClient } from './desk-types.ts'
import type { DocumentFilter, DocumentView, IngestInput, IngestResult, SearchHit } from './schemas/documents.ts'
import type { Page } from './schemas/page.ts'
import type { Decided, Neighbours, ReviewCounts, ReviewDetail, ReviewFilter, ReviewSummary } from './schemas/reviews.ts'
import type {
  ChangeEvent,
  CheckpointState,
  CheckpointView,
  GraphView,
  Health,
  RunDetail,
  RunFilter,
  RunSummary,
  StartInput,
} from './schemas/runs.ts'
import type { TimeTravelClient } from './time-travel-types.ts'

/** What callers see, inferred from the schemas that the HTTP API is made of. Dates are ISO strings, so that the same shapes travel over HTTP. */
export type * from './schemas/attempts.ts'
export type * from './schemas/audit.ts'
export type * from './schemas/batches.ts'
export type * from './schemas/documents.ts'
export type * from './schemas/page.ts'
export type * from './schemas/people.ts'
export type * from './schemas/retention.ts'
export type * from './schemas/reviews.ts'
export type * from './schemas/runs.ts'
export type * from './schemas/time-travel.ts'

/** The only door: everything a caller can do, as one tenant and one named person. */
export interface CountersignClient extends DeskClient, TimeTravelClient {
  readonly tenant: string
  /** The same connections, acting as another person, in whatever tenant that person is in. */
  as(actor: Actor): CountersignClient
  ingest(input: IngestInput): Promise<IngestResult>
  startRun(input: StartInput): Promise<{ run: string }>
  cancelRun(run: string): Promise<void>
  listRuns(filter?: RunFilter): Promise<Page<RunSummary>>
  getRun(run: string): Promise<RunDetail>
  listCheckpoints(run: string): Promise<CheckpointView[]>
  /** `namespace`: of a subgraph, whose checkpoint it is. */
  getState(run: string, checkpoint?: string, namespace?: string): Promise<CheckpointState>
  listReviews(filter?: ReviewFilter): Promise<Page<ReviewSummary>>
  /** Open reviews by kind and by document type, for the inbox's filters. */
  countReviews(): Promise<ReviewCounts>
  getReview(review: string): Promise<ReviewDetail>
  /** The open reviews before and after this one in the inbox's order, under the same filter. */
  neighbours(review: string, filter?: ReviewFilter): Promise<Neighbours>
  /** Conflicts throw CountersignError `already_decided` with `details: {by, at, verb}`. */
  decide(input: DecideInput): Promise<Decided>
  listDocuments(filter?: DocumentFilter): Promise<Page<DocumentView>>
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
