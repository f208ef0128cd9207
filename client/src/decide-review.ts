import {
  announceChanges,
  appendAudit,
  closeReview,
  type DecisionRow,
  findDecisionByClientKey,
  findGraph,
  findReview,
  findRun,
  insertDecision,
  insertOutbox,
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
  const { tenant, database } = context
  const repeated = await findRepeated(context, wanted)
  if (repeated) return repeated
  const review = await findReview(database.db, { tenant, review: wanted.review })
  if (review === null) throw notFound('review', wanted.review)
  if (review.status !== 'open') return await repeatedOrLost(context, wanted)
  if (wanted.shownHash !== undefined && wanted.shownHash !== review.shownHash) return await repeatedOrLost(context, wanted)
  const decision = await prepareDecision(context, review, wanted)
  if (!(await commitDecision(context, review, decision))) return await repeatedOrLost(context, wanted)
  context.deliveries.begin({ topic: 'decided', tenant, run: review.run, review: review.id })
  return await answer(context, decision.id, review.id, false)
}

async function prepareDecision(context: ClientContext, review: ReviewRow, wanted: DecideInput): Promise<NewDecision> {
  const value = checkDecision(reviewRequestSchema.parse(review.request), wanted)
  if (wanted.verb === 'skip') await checkNode(context, review, wanted.node ?? '')
  return {
    tenant: context.tenant,
    id: newDecisionId(),
    review: review.id,
    verb: wanted.verb,
    value,
    reason: wanted.reason?.trim() || null,
    node: wanted.verb === 'skip' ? (wanted.node ?? null) : null,
    by: context.user,
    clientKey: wanted.clientKey ?? null,
    shownHash: wanted.shownHash ?? null,
  }
}

/** False: somebody or something else came first. Nothing is written then. */
async function commitDecision({ tenant, user, database }: ClientContext, review: ReviewRow, decision: NewDecision): Promise<boolean> {
  const { id, run, document, shownHash } = review
  try {
    return await database.db.transaction(async (tx) => {
      if (!(await closeReview(tx, { tenant, review: id, shownHash, by: user, verb: decision.verb }))) return false
      await insertDecision(tx, decision)
      const data = { decision: decision.id, verb: decision.verb, reason: decision.reason, shownHash }
      await appendAudit(tx, { tenant, actor: user, event: 'review.decided', run, review: id, document, data })
      await insertOutbox(tx, { tenant, topic: 'decided', run, review: id })
      await announceChanges(tx, [
        { tenant, kind: 'review', id, run },
        { tenant, kind: 'run', id: run, run },
      ])
      return true
    })
  } catch (error) {
    // The same key was used for two reviews in the same moment.
    if (violatedIndex(error) === 'decisions_client_key') return false
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
async function findRepeated(context: ClientContext, { review, clientKey }: DecideInput): Promise<Decided | null> {
  if (clientKey === undefined) return null
  checkText('The client key', clientKey)
  const earlier: DecisionRow | null = await findDecisionByClientKey(context.database.db, { tenant: context.tenant, clientKey })
  if (earlier === null) return null
  if (earlier.review === review) return await answer(context, earlier.id, review, true)
  const message = `The client key "${clientKey}" was used to decide another review. Use a new key.`
  throw new CountersignError('invalid_input', message, { clientKey })
}

async function answer({ tenant, database }: ClientContext, decision: string, review: string, repeated: boolean): Promise<Decided> {
  const row = await findReview(database.db, { tenant, review })
  if (row === null) throw notFound('review', review)
  return { decision, review: reviewSummary(row), repeated }
}
