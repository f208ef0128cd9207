import type { DecideInput, Permission, ReviewPolicy, ReviewRequest, Role, Verb } from '@countersign/workflows/contract'
import type { Page, ReviewFilter, ReviewSummary } from './types.ts'

/** What callers see of the review desk. Dates are ISO strings. */

/** Who acts, as the door sees it. */
export interface Me {
  tenant: string
  user: string
  name: string
  roles: Role[]
  permissions: Permission[]
}

/** A lease on a review: nobody else may decide before `until`. */
export interface Claim {
  review: string
  by: string
  until: string
}

/** One answer to a review that needs several. */
export interface VoteView {
  by: string
  verb: Verb
  value: unknown
  reason: string | null
  at: string
}

/** How far a review that needs several answers has come. `votes` is empty where the policy is blind and one has not answered oneself. */
export interface QuorumView {
  needed: number
  given: number
  disputed: boolean
  mine: boolean
  votes: VoteView[]
}

/** Whether the caller may decide a review, and if not, why not in a sentence. */
export interface Standing {
  allowed: boolean
  why: string | null
}

export interface CommentView {
  id: string
  review: string
  author: string
  body: string
  mentions: string[]
  at: string
}

/** One entry of the audit log. `data` holds ids and small values. */
export interface AuditEntryView {
  seq: number
  position: number | null
  at: string
  actor: string
  event: string
  run: string | null
  review: string | null
  document: string | null
  data: Record<string, unknown>
}

export interface AuditFilter {
  review?: string
  run?: string
  actor?: string
  event?: string
  after?: string
  limit?: number
}

/** What `verifyAudit` found. `broken`: what is wrong, and where; empty when all holds. */
export interface AuditVerdict {
  entries: number
  sealed: number
  anchors: number
  broken: { kind: 'changed' | 'removed' | 'reordered' | 'truncated' | 'inserted'; position: number; seq: number | null; message: string }[]
}

/** One answer for many reviews. Only `approve`, `reject` and `choose` none make sense for many; each item is decided on its own. */
export type BatchInput = { verb: 'approve' | 'reject'; reason?: string } & (
  | { reviews: string[] }
  | { filter: Omit<ReviewFilter, 'after' | 'limit' | 'status'> }
)

export interface BatchView {
  id: string
  verb: 'approve' | 'reject'
  reason: string | null
  status: 'preview' | 'running' | 'stopped' | 'done'
  createdBy: string
  createdAt: string
  startedAt: string | null
  finishedAt: string | null
  total: number
  decided: number
  refused: number
  /** Items that stand out from the others. */
  odd: number
}

export interface BatchItemView {
  review: string
  title: string
  /** Why it stands out, in words; empty where it does not. */
  odd: string[]
  status: 'pending' | 'decided' | 'refused'
  code: string | null
  message: string | null
}

export interface SavedView {
  id: string
  name: string
  /** The inbox's query string, without the question mark. */
  query: string
  owner: string
  shared: boolean
}

export interface UserView {
  id: string
  name: string
  email: string | null
  roles: Role[]
  signsIn: 'password' | 'openid' | 'not yet'
  disabled: boolean
  createdAt: string
  seenAt: string | null
}

export interface TokenView {
  id: string
  user: string
  name: string
  scopes: Permission[]
  createdAt: string
  expiresAt: string
  revokedAt: string | null
  usedAt: string | null
}

export interface PolicyView {
  scope: string
  policy: ReviewPolicy
  updatedBy: string
  updatedAt: string
}

export interface DeliveryView {
  id: number
  event: string
  channel: string
  recipient: string
  review: string | null
  run: string | null
  status: 'pending' | 'sent' | 'dead'
  attempts: number
  nextAt: string
  lastError: string | null
  createdAt: string
  sentAt: string | null
}

/** What the review desk adds to the door. */
export interface DeskClient {
  me(): Promise<Me>
  /** Takes the lease for five minutes, or renews it. Throws `claimed_by_other` (`details: {by, until}`) while another holds it. */
  claim(review: string): Promise<Claim>
  /** Gives the lease back; nothing happens where one does not hold it. */
  release(review: string): Promise<void>
  /** Gives the review to somebody, or to nobody. */
  assign(review: string, user: string | null): Promise<ReviewSummary>
  /** Opens a decided review again. Throws `run_passed` (`details: {run, checkpoint}`) when the run has gone on: fork it. */
  sendBack(review: string, reason: string): Promise<ReviewSummary>
  /** Moves the deadline, or takes it away; the waiting run's clock follows. */
  setDeadline(review: string, dueAt: string | null): Promise<ReviewSummary>
  comment(review: string, body: string): Promise<CommentView>
  listComments(review: string): Promise<CommentView[]>
  /** What a reviewer was shown under this hash. Throws `not_found`. */
  getShown(review: string, hash: string): Promise<ReviewRequest>
  createBatch(input: BatchInput): Promise<BatchView>
  getBatch(batch: string): Promise<BatchView>
  /** Items in order; the odd ones out alone where asked for. */
  listBatchItems(
    batch: string,
    filter?: { odd?: boolean; status?: BatchItemView['status']; after?: string; limit?: number },
  ): Promise<Page<BatchItemView>>
  /** Starts deciding. Safe to repeat. */
  startBatch(batch: string): Promise<BatchView>
  /** Stops after the item under way; what is decided stays decided. Safe to repeat; `startBatch` goes on. */
  stopBatch(batch: string): Promise<BatchView>
  listViews(): Promise<SavedView[]>
  saveView(input: { name: string; query: string; shared?: boolean }): Promise<SavedView>
  deleteView(view: string): Promise<void>
  listAudit(filter?: AuditFilter): Promise<Page<AuditEntryView>>
  verifyAudit(): Promise<AuditVerdict>
  listUsers(): Promise<UserView[]>
  addUser(input: { id: string; name?: string; email?: string; roles: Role[]; password?: string }): Promise<UserView>
  updateUser(
    id: string,
    change: { name?: string; email?: string; roles?: Role[]; password?: string; disabled?: boolean },
  ): Promise<UserView>
  listTokens(): Promise<TokenView[]>
  /** `secret` is said once and never again. */
  createToken(input: { name: string; scopes: Permission[]; days?: number }): Promise<TokenView & { secret: string }>
  revokeToken(token: string): Promise<void>
  listPolicies(): Promise<PolicyView[]>
  /** An empty policy takes it away. */
  setPolicy(scope: string, policy: ReviewPolicy): Promise<PolicyView>
  listDeliveries(filter?: { status?: DeliveryView['status']; after?: string; limit?: number }): Promise<Page<DeliveryView>>
  /** A dead delivery is tried again. */
  retryDelivery(delivery: number): Promise<void>
}

/** What became of a decision: it closed the review, it was one answer of several that are needed, or it handed the review on. */
export type DecisionOutcome = 'decided' | 'voted' | 'escalated'
export type { DecideInput }
