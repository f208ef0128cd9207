import { findReview, type ReviewRow } from '@countersign/db'
import {
  asksForSecret,
  CountersignError,
  type DecideInput,
  decideInputSchema,
  type ReviewRequest,
  reviewRequestSchema,
  said,
} from '@countersign/workflows/contract'
import { checkDecision, checkEscalation } from './check-decision.ts'
import type { ClientContext } from './context.ts'
import { explainLoss, heldByOther } from './explain-loss.ts'
import { checkId, notFound } from './not-found.ts'
import { parseInput } from './parse-input.ts'
import { type Answer, takeAnswer } from './reviews/answer.ts'
import { castVote } from './reviews/cast-vote.ts'
import { checkNode } from './reviews/check-node.ts'
import { checkTicket } from './reviews/check-ticket.ts'
import { escalate } from './reviews/escalate-review.ts'
import { findRepeated } from './reviews/find-repeated.ts'
import { findReviewOfRun } from './reviews/find-review-of-run.ts'
import { checkStanding, readFacts } from './reviews/standing.ts'
import { MAX_TRIES, stillChanging } from './reviews/still-changing.ts'
import { checkText } from './storable.ts'
import type { Decided } from './types.ts'

/** What is wanted, with the review that it is for. */
export type Wanted = DecideInput & { review: string }

/**
 * Answers a review, named by its id or, where only one of its reviews is open, by its run. One transaction closes it if it is still
 * open and records decision, audit entry and the message to its workflow; of any number of people at once one wins. Where several
 * answers are needed it records one of them, and closes the review with the last. `escalate` hands it to a role and leaves it open.
 * Works while Temporal is down: the relay delivers later.
 * Safe to retry with a `clientKey`: the same key for the same review gives the same answer with `repeated: true`.
 * Throws `already_decided` (`details: {by, at, verb}`), `claimed_by_other` (`details: {by, until}`), `not_yours_to_decide`,
 * `already_voted`, `changed_since_shown`, `ambiguous` (`details: {reviews}`), `run_ended`, `verb_not_allowed`, `invalid_decision`
 * (`details.issues`), `invalid_input`, `conflict`, `not_found`.
 */
export async function decideReview(context: ClientContext, input: DecideInput): Promise<Decided> {
  const parsed = parseInput(decideInputSchema, input)
  checkText('The client key', parsed.clientKey ?? '')
  const wanted = { ...parsed, review: await nameReview(context, parsed) }
  try {
    return await decideOpen(context, wanted)
  } catch (error) {
    // Sent again, and what stands in the way is the sender's own answer.
    const repeated = error instanceof CountersignError ? await findRepeated(context, wanted) : null
    if (repeated) return repeated
    throw error
  }
}

async function nameReview(context: ClientContext, { review, run, clientKey }: DecideInput): Promise<string> {
  if (review !== undefined && run === undefined) {
    checkId('review', review)
    return review
  }
  if (run !== undefined && review === undefined) return await findReviewOfRun(context, run, clientKey)
  throw new CountersignError('invalid_input', said('decide.name'))
}

/** Tries again where the review changed in a way that is not the caller's loss: it was handed to others of whom the caller is one. */
async function decideOpen(context: ClientContext, wanted: Wanted): Promise<Decided> {
  const { tenant, database } = context
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const row = await findReview(database.db, { tenant, review: wanted.review })
    if (row === null) throw notFound('review', wanted.review)
    const isCurrent = row.status === 'open' && (wanted.shownHash === undefined || wanted.shownHash === row.shownHash)
    const done = isCurrent ? await decideSeen(context, row, wanted) : null
    if (done) return done
    const why = await explainLoss(context, { review: row.id, shownHash: wanted.shownHash ?? row.shownHash })
    if (why) throw why
  }
  throw stillChanging(wanted.review)
}

/** Null: something came first, and nothing was written. */
async function decideSeen(context: ClientContext, row: ReviewRow, wanted: Wanted): Promise<Decided | null> {
  const facts = await readFacts(context, row)
  // Whoever may not decide has no ticket, and is told why.
  checkStanding(row, context.actor, facts)
  const ticket = await checkTicket(context, row, wanted)
  const held = heldByOther(row, context.user)
  if (held) throw held
  const request = reviewRequestSchema.parse(row.request)
  if (wanted.verb === 'escalate') return await escalate(context, row, { ...wanted, role: checkEscalation(row, wanted) }, ticket)
  const answer = await readAnswer(context, row, request, wanted)
  return row.quorum > 1 && !row.disputed ? await castVote(context, row, answer) : await takeAnswer(context, row, answer)
}

async function readAnswer(context: ClientContext, row: ReviewRow, request: ReviewRequest, wanted: Wanted): Promise<Answer> {
  const value = sealed(context, request, checkDecision(request, wanted))
  const node = wanted.verb === 'skip' ? (wanted.node ?? '') : null
  if (node !== null) await checkNode(context, row, node)
  return {
    verb: wanted.verb,
    value,
    reason: wanted.reason?.trim() || null,
    node,
    clientKey: wanted.clientKey ?? null,
    evidence: wanted.verb === 'edit' ? (wanted.evidence ?? null) : null,
    facts: wanted.verb === 'choose' ? { candidate: wanted.value } : {},
  }
}

/** A secret is written nowhere: decision, audit log, outbox and the run's state hold it sealed. */
function sealed({ seal, tenant }: ClientContext, request: ReviewRequest, value: unknown): unknown {
  return typeof value === 'string' && asksForSecret(request) ? seal.seal(tenant, value) : value
}
