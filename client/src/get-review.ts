import {
  countComments,
  type DbOrTx,
  type DecisionRow,
  findDecision,
  findDocument,
  findReview,
  findRun,
  listAttempts,
  listPages,
  type ReviewRow,
} from '@countersign/db'
import { evidenceSchema, reviewPolicySchema, reviewRequestSchema, verbSchema } from '@countersign/workflows/contract'
import { z } from 'zod'
import type { ClientContext } from './context.ts'
import { documentView } from './document-view.ts'
import { checkId, notFound } from './not-found.ts'
import { reviewSummary } from './review-view.ts'
import { showingOf } from './reviews/check-ticket.ts'
import { quorumView } from './reviews/quorum-view.ts'
import { readFacts, standingOf } from './reviews/standing.ts'
import { attemptView } from './run-view.ts'
import type { AttemptView, DocumentView, PageView, ReviewDetail } from './types.ts'

/** All that a person needs to decide: the request, the document and its pages as the run read them, what was decided, and what the caller may do. Throws `not_found`. */
export async function getReview(context: ClientContext, review: string): Promise<ReviewDetail> {
  const { tenant, actor, database } = context
  const { db } = database
  checkId('review', review)
  const row = await findReview(db, { tenant, review })
  if (row === null) throw notFound('review', review)
  const [run, decision, attempts, comments, facts] = await Promise.all([
    findRun(db, { tenant, run: row.run }),
    findDecision(db, { tenant, review }),
    incidentAttempts(db, row),
    countComments(db, { tenant, review }),
    readFacts(context, row),
  ])
  const standing = standingOf(row, actor, facts)
  const request = reviewRequestSchema.parse(row.request)
  return {
    ...reviewSummary(row),
    request,
    fields: request.fields ?? [],
    shownHash: row.shownHash,
    ticket: standing.allowed ? context.tickets.issue(showingOf(context, row)) : null,
    decision: decision && decisionView(decision),
    ...(await readDocument(db, row, run?.input)),
    attempts,
    policy: reviewPolicySchema.parse(row.policy),
    mayDecide: { roles: row.roles, users: row.users },
    standing,
    votes: quorumView(row, actor.user, { ...facts, standing }),
    comments,
    graph: run?.graph ?? '',
    checkpoint: row.checkpoint,
  }
}

const placesSchema = z.record(z.string(), z.array(evidenceSchema)).nullable()

function decisionView(row: DecisionRow): ReviewDetail['decision'] {
  return {
    verb: verbSchema.parse(row.verb),
    value: row.value,
    reason: row.reason,
    by: row.by,
    at: row.createdAt.toISOString(),
    appliedAt: row.appliedAt?.toISOString() ?? null,
    byDefault: row.byDefault,
    evidence: placesSchema.parse(row.evidence ?? null),
  }
}

async function incidentAttempts(db: DbOrTx, { tenant, kind, run, checkpoint, task }: ReviewRow): Promise<AttemptView[]> {
  if (kind !== 'incident') return []
  return (await listAttempts(db, { tenant, run, checkpoint, task })).map(attemptView)
}

const revisionSchema = z.object({ hash: z.string() })

/** The pages of the revision that the run reads, which a later upload may have replaced as the newest one. */
async function readDocument(
  db: DbOrTx,
  { tenant, document }: ReviewRow,
  runInput: unknown,
): Promise<{ documentView: DocumentView | null; pages: PageView[] }> {
  const row = document === null ? null : await findDocument(db, { tenant, document })
  if (row === null) return { documentView: null, pages: [] }
  const revision = revisionSchema.safeParse(runInput)
  const hash = revision.success ? revision.data.hash : row.hash
  return { documentView: documentView(row), pages: await listPages(db, { tenant, document: row.id, hash }) }
}
