import type { TaskReview } from '@countersign/db'
import { CountersignError, type ResumeValue, resumeValueSchema, reviewRequestSchema } from '@countersign/workflows/contract'
import { z } from 'zod'
import { foreignAnswer } from './foreign/foreign-format.ts'

/** What people answered for one task since its last committed attempt. */
export interface TaskAnswers {
  /** LangGraph interrupt id -> what `interrupt()` returns: a {@link ResumeValue}, or the answer in the format that was asked in. */
  resume: Record<string, unknown>
  /** State updates of edits, in the order they were decided; applied through the channels' reducers. */
  patches: Record<string, unknown>[]
  /** Go on at this node instead of running the task. */
  skipTo: string | null
  abort: { by: string } | null
  /** Reviews that are taken in once the attempt commits. */
  reviews: string[]
}

const patchSchema = z.record(z.string(), z.unknown())

/** Sorts the decided reviews of a task into answers for the node and orders for the engine. */
export function readAnswers(reviews: readonly TaskReview[]): TaskAnswers {
  const answers: TaskAnswers = { resume: {}, patches: [], skipTo: null, abort: null, reviews: [] }
  for (const review of reviews) {
    if (review.open || !review.verb || !review.by) continue
    answers.reviews.push(review.id)
    const { verb, value, by, id } = review
    const forEngine = review.kind === 'incident' || review.kind === 'breakpoint'
    if (!forEngine) answers.resume[review.interrupt] = resumeWith(review, { verb, by })
    else if (verb === 'abort') answers.abort = { by }
    else if (verb === 'skip') answers.skipTo = review.node
    else if (verb === 'edit') answers.patches.push(readPatch(value, id))
  }
  return answers
}

function resumeWith(review: TaskReview, { verb, by }: Pick<ResumeValue, 'verb' | 'by'>): unknown {
  const json = z.json().nullable()
  const decision: ResumeValue = { verb, value: json.parse(review.value ?? null), reason: review.reason, by, review: review.id }
  if (review.byDefault) decision.byDefault = true
  if (review.evidence !== null) decision.evidence = resumeValueSchema.shape.evidence.parse(review.evidence)
  const asked = reviewRequestSchema.safeParse(review.request).data
  return asked?.dialect ? foreignAnswer(asked.dialect, asked.extra?.asked, decision) : decision
}

function readPatch(value: unknown, review: string): Record<string, unknown> {
  const patch = patchSchema.safeParse(value)
  if (patch.success) return patch.data
  throw new CountersignError('invalid_decision', 'An edit of the state must be an object of state keys and their new values.', { review })
}
