import type { DecideInput, ReviewPolicy, ReviewRequest } from '@countersign/workflows/contract'
import type {
  AuditEntryView,
  AuditExportFilter,
  AuditExportPage,
  AuditFilter,
  AuditVerdict,
  DeliveryFilter,
  DeliveryView,
  VerifyAuditInput,
} from './schemas/audit.ts'
import type { BatchInput, BatchItemFilter, BatchItemView, BatchView } from './schemas/batches.ts'
import type { Page } from './schemas/page.ts'
import type { CreatedToken, Me, NewToken, NewUser, PasswordChange, TokenView, UserChange, UserView } from './schemas/people.ts'
import type { Claim, CommentView, NewView, PolicyView, ReviewSummary, SavedView } from './schemas/reviews.ts'

export type * from './schemas/audit.ts'
export type * from './schemas/batches.ts'
export type * from './schemas/people.ts'
export type * from './schemas/reviews.ts'

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
  listBatchItems(batch: string, filter?: BatchItemFilter): Promise<Page<BatchItemView>>
  /** Starts deciding. Safe to repeat. */
  startBatch(batch: string): Promise<BatchView>
  /** Stops after the item under way; what is decided stays decided. Safe to repeat; `startBatch` goes on. */
  stopBatch(batch: string): Promise<BatchView>
  listViews(): Promise<SavedView[]>
  saveView(input: NewView): Promise<SavedView>
  deleteView(view: string): Promise<void>
  listAudit(filter?: AuditFilter): Promise<Page<AuditEntryView>>
  /** Checks every seal, and the anchors. Throws `unavailable` where the key is not at hand. */
  verifyAudit(input?: VerifyAuditInput): Promise<AuditVerdict>
  /** The sealed entries, oldest first, with their seals: can be verified elsewhere. */
  exportAudit(filter?: AuditExportFilter): Promise<AuditExportPage>
  listUsers(): Promise<UserView[]>
  addUser(input: NewUser): Promise<UserView>
  updateUser(id: string, change: UserChange): Promise<UserView>
  /** One's own, by whoever knows the old one; other sessions of the person end. */
  changePassword(change: PasswordChange): Promise<void>
  listTokens(): Promise<TokenView[]>
  /** `secret` is said once and never again. */
  createToken(input: NewToken): Promise<CreatedToken>
  revokeToken(token: string): Promise<void>
  listPolicies(): Promise<PolicyView[]>
  /** An empty policy takes it away. */
  setPolicy(scope: string, policy: ReviewPolicy): Promise<PolicyView>
  listDeliveries(filter?: DeliveryFilter): Promise<Page<DeliveryView>>
  /** A dead delivery is tried again. */
  retryDelivery(delivery: number): Promise<void>
}

export type { DecideInput }
