import { moveDeadline, type ReviewRow } from '@countersign/db'
import { CountersignError, deadlineSchedule, reviewPolicySchema, said } from '@countersign/workflows/contract'
import { z } from 'zod'
import type { ClientContext } from '../context.ts'
import { parseInput } from '../parse-input.ts'
import { reviewSummary } from '../review-view.ts'
import { findOpenReview } from '../reviews/find-open-review.ts'
import type { ReviewSummary } from '../types.ts'

const momentSchema = z.iso.datetime({ offset: true, error: 'must be a moment like 2026-05-31T12:00:00Z' }).nullable()
const LONGEST = 10 * 366 * 86_400_000
/** The clock of the review may take a step between our look and our write. */
const TRIES = 5

/**
 * Moves the deadline of an open review, or takes it away (null); the clock that watches over the waiting run follows. The steps of
 * its policy move along; those that lie in the future again are taken again. Safe to repeat.
 * Throws `invalid_input` for a moment that has passed, `already_decided`, `run_ended`, `not_found`.
 */
export async function setDeadline(context: ClientContext, review: string, due: string | null): Promise<ReviewSummary> {
  const { tenant, user, database } = context
  const dueAt = parseDue(due)
  for (let left = TRIES; left > 0; left--) {
    const row = await findOpenReview(context, review)
    const { run } = row
    if (row.dueAt?.getTime() === dueAt?.getTime()) return reviewSummary(row)
    const steps = dueAt ? Math.min(row.deadlineSteps, stepsPassed(row, dueAt)) : 0
    const where = { tenant, run, review, was: row.dueAt, wasSteps: row.deadlineSteps }
    if (!(await moveDeadline(database.db, where, { dueAt, steps, by: user }))) continue
    context.deliveries.begin({ topic: 'clock', tenant, run, review })
    return reviewSummary({ ...row, dueAt })
  }
  throw new CountersignError('unavailable', said('reviews.dueChanging'), { review })
}

function parseDue(due: string | null): Date | null {
  const text = parseInput(momentSchema, due)
  if (text === null) return null
  const wait = new Date(text).getTime() - Date.now()
  if (wait > 0 && wait < LONGEST) return new Date(text)
  throw new CountersignError('invalid_input', said('reviews.dueAhead'), { dueAt: text })
}

function stepsPassed({ policy }: ReviewRow, dueAt: Date): number {
  const { deadline } = reviewPolicySchema.parse(policy)
  return deadline ? deadlineSchedule(deadline, dueAt).filter(({ at }) => at <= Date.now()).length : 0
}
