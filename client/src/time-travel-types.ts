import type { GraphDescription } from '@countersign/workflows/contract'
import type { Page } from './schemas/page.ts'
import type { DeletedDocument, RetentionInput, RetentionPlan, RetentionPolicy, RetentionResult } from './schemas/retention.ts'
import type {
  BulkComparison,
  BulkFork,
  BulkForkInput,
  DiffInput,
  EditRunInput,
  ForkInput,
  GraphCheck,
  GraphVersion,
  HistoryEntry,
  HistoryFilter,
  IncidentGroup,
  Lineage,
  RunComparison,
  StallView,
  StateDiff,
} from './schemas/time-travel.ts'

export type * from './schemas/retention.ts'
export type * from './schemas/time-travel.ts'

/** Going back, changing, comparing; what stands still; what is kept. */
export interface TimeTravelClient {
  /** The checkpoints of a run, newest first, each with what caused it and what it changed. */
  getHistory(run: string, filter?: HistoryFilter): Promise<Page<HistoryEntry>>
  /** What differs between two checkpoints of a run, or of two runs. */
  diffStates(run: string, input?: DiffInput): Promise<StateDiff>
  /** The whole tree of forks that a run belongs to. */
  getLineage(run: string): Promise<Lineage>
  /**
   * Starts a new run from a checkpoint of this one, whatever its status. The parent stays as it is; no decision is inherited. Safe to retry
   * with a `clientKey`. Throws `not_found`, `invalid_input` for an edit that the state's schema refuses, `graph_unknown`.
   */
  forkRun(run: string, input?: ForkInput): Promise<{ run: string }>
  /** Forks many runs; with `dryRun` says which and makes none. */
  forkRuns(input: BulkForkInput): Promise<BulkFork>
  /** Two runs side by side: path, state, extracted fields, cost, what was asked. */
  compareRuns(a: string, b: string): Promise<RunComparison>
  /** Every fork of one bulk beside its parent. */
  compareBulk(bulk: string): Promise<BulkComparison>
  /**
   * Changes the state of a waiting or parked run where it stands; its open reviews are withdrawn and asked anew where they are met again.
   * Throws `conflict` where it is running or has moved on, `run_ended`, `invalid_input`.
   */
  editRun(run: string, input: EditRunInput): Promise<void>
  /** Parked runs by what stopped them, the largest group first. */
  listIncidentGroups(): Promise<IncidentGroup[]>
  /** Runs that nothing moves, longest first. */
  listStalls(): Promise<StallView[]>
  /** Every registered version of every graph, and how many runs are on it. */
  listGraphVersions(): Promise<GraphVersion[]>
  /** Which of the runs that have not ended could not go on with these graphs alone. */
  checkGraphs(graphs: GraphDescription[]): Promise<GraphCheck>
  listRetention(): Promise<RetentionPolicy[]>
  /** `null` takes the policy away. */
  setRetention(graph: string, policy: RetentionInput | null): Promise<void>
  planRetention(): Promise<RetentionPlan>
  /** Deletes what the plan says, in small batches. Safe to repeat and to run beside everything else. */
  applyRetention(): Promise<RetentionResult>
  /** Sets or lifts a legal hold. */
  holdRun(run: string, hold: boolean, reason?: string): Promise<void>
  holdDocument(document: string, hold: boolean, reason?: string): Promise<void>
  /** Deletes a document and all that was made of it. Throws `on_hold`, `conflict` while a run of it has not ended. */
  deleteDocument(document: string, reason: string): Promise<DeletedDocument>
}
