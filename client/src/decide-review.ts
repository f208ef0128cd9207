import {
  commitDecision,
  findDecisionByClientKey,
  findGraph,
  findReview,
  findRun,
  type NewDecision,
  type ReviewRow,
  violatedIndex,
} from '@countersign/db'
import { CountersignError, type DecideInput, decideInputSchema, newDecisionId, reviewRequestSchema } from '@countersign/workflows/contract'
import { checkDecision } from './check-decision.ts'
import type { ClientContext } from './context.ts'
import { explainLoss } from './explain-loss.ts'
import { checkId, notFound } from './not-found.ts'
import { parseInput } from './parse-input.ts'
import { reviewSummary } from './review-view.ts'
import { checkText } from './storable.ts'
import type { Decided } from './types.ts'

/**
 * Answers a review. One transaction closes it if it is still open and records decision, audit entry and the message to its
 * workflow; of any number of people at once one wins. Works while Temporal is down: the relay delivers later.
 * Safe to retry with a `clientKey`: the same key for the same review gives the same answer with `repeated: true`.
 * Throws `already_decided` (`details: {by, at, verb}`), `changed_since_shown`, `run_ended`, `verb_not_allowed`,
 * `invalid_decision` (`details.issues`), `invalid_input`, `not_found`.
 */
export async function decideReview(context: ClientContext, input: DecideInput): Promise<Decided> {
  const wanted = parseInput(decideInputSchema, input)
  checkId('review', wanted.review)
  checkText('The client key', wanted.clientKey ?? '')
  const { tenant, user, database } = context
  const review = await findReview(database.db, { tenant, review: wanted.review })
  if (review === null) throw notFound('review', wanted.review)
  const isCurrent = review.status === 'open' && (wanted.shownHash === undefined || wanted.shownHash === review.shownHash)
  if (!isCurrent) return await repeatedOrLost(context, wanted)
  const decision = await prepareDecision(context, review, wanted)
  const decidedAt = await commit(context, decision)
  if (decidedAt === null) return await repeatedOrLost(context, wanted)
  context.deliveries.begin({ topic: 'decided', tenant, run: review.run, review: review.id })
  const decided = reviewSummary({ ...review, status: 'decided', decidedAt, decidedBy: user, verb: decision.verb })
  return { decision: decision.id, review: decided, outcome: 'decided', repeated: false }
}

async function prepareDecision(context: ClientContext, review: ReviewRow, wanted: DecideInput): Promise<NewDecision> {
  const value = checkDecision(reviewRequestSchema.parse(review.request), wanted)
  if (wanted.verb === 'skip') await checkNode(context, review, wanted.node ?? '')
  return {
    tenant: context.tenant,
    id: newDecisionId(),
    review: review.id,
    run: review.run,
    document: review.document,
    verb: wanted.verb,
    value,
    reason: wanted.reason?.trim() || null,
    node: wanted.verb === 'skip' ? (wanted.node ?? null) : null,
    by: context.user,
    clientKey: wanted.clientKey ?? null,
    shownHash: review.shownHash,
  }
}

/** Null: somebody or something else came first. Nothing is written then. */
async function commit({ database }: ClientContext, decision: NewDecision): Promise<Date | null> {
  try {
    return await commitDecision(database.db, decision)
  } catch (error) {
    if (violatedIndex(error) === 'decisions_client_key') return null
    throw error
  }
}

async function checkNode({ tenant, database: { db } }: ClientContext, review: ReviewRow, node: string): Promise<void> {
  const run = await findRun(db, { tenant, run: review.run })
  const graph = run && (await findGraph(db, { name: run.graph, version: run.version }))
  const nodes = graph?.drawing.nodes.filter(({ kind }) => kind !== 'start').map(({ id }) => id) ?? []
  if (nodes.includes(node)) return
  const message = `The graph has no node "${node.slice(0, 100)}". Its nodes are: ${nodes.join(', ')}.`
  throw new CountersignError('invalid_decision', message, { issues: [{ path: 'node', message }] })
}

async function repeatedOrLost(context: ClientContext, wanted: DecideInput): Promise<Decided> {
  const repeated = await findRepeated(context, wanted)
  if (repeated) return repeated
  throw await explainLoss(context, wanted)
}

/** The answer given to this client key before, if any. Throws `invalid_input` when that was for another review. */
async function findRepeated({ tenant, database: { db } }: ClientContext, { review, clientKey }: DecideInput): Promise<Decided | null> {
  if (clientKey === undefined) return null
  const earlier = await findDecisionByClientKey(db, { tenant, clientKey })
  if (earlier === null) return null
  if (earlier.review !== review) {
    throw new CountersignError('invalid_input', `The client key "${clientKey}" was used to decide another review. Use a new key.`, {
      clientKey,
    })
  }
  const row = await findReview(db, { tenant, review })
  if (row === null) throw notFound('review', review)
  return { decision: earlier.id, review: reviewSummary(row), outcome: 'decided', repeated: true }
}
