import { type Db, type DueStep, decideByDefault, readClock, type StepChange, takeDeadlineStep } from '@countersign/db'
import {
  deadlineSchedule,
  type NextStep,
  newDecisionId,
  type ReviewRef,
  reviewPolicySchema,
  reviewRequestSchema,
  type ScheduledStep,
} from '@countersign/workflows/contract'
import { defaultAnswer } from './default-answer.ts'

/** Activities of the clock of a review with a deadline, by the names they are registered under. Safe to retry. */
export interface ReviewActivities {
  /** What comes next, and when; null where the review is closed, has no deadline, or nothing is left to do. */
  'review.nextStep'(ref: ReviewRef): Promise<NextStep | null>
  /** Takes a step whose time has come; nothing happens where it was taken, the review was closed or its deadline moved. */
  'review.takeStep'(step: ReviewRef & NextStep): Promise<void>
}

export function createReviewActivities({ db }: { db: Db }): ReviewActivities {
  return {
    'review.nextStep': async (ref) => {
      const clock = await read(db, ref)
      const next = clock?.schedule[clock.taken]
      return clock && next ? { step: clock.taken, at: next.at } : null
    },
    'review.takeStep': async ({ step, at, ...ref }) => {
      const clock = await read(db, ref)
      const next = clock?.schedule[step]
      if (clock?.taken === step && next?.at === at) await take(db, { ...ref, step, dueAt: clock.dueAt }, next, clock.request)
    },
  }
}

interface Clock {
  dueAt: Date
  taken: number
  schedule: ScheduledStep[]
  request: unknown
}

async function read(db: Db, ref: ReviewRef): Promise<Clock | null> {
  const reading = await readClock(db, ref)
  if (reading?.status !== 'open' || reading.dueAt === null) return null
  const { dueAt, deadlineSteps: taken, request } = reading
  const { deadline } = reviewPolicySchema.parse(reading.policy)
  return deadline ? { dueAt, taken, schedule: deadlineSchedule(deadline, dueAt), request } : null
}

async function take(db: Db, due: DueStep, { action }: ScheduledStep, asked: unknown): Promise<void> {
  const last = action.do === 'reject' || action.do === 'default'
  const answer = last ? defaultAnswer(reviewRequestSchema.parse(asked), action) : null
  if (!answer) {
    await takeDeadlineStep(db, due, changeOf(action, due.dueAt))
    return
  }
  const reason = `Nobody decided by ${due.dueAt.toISOString()}: this is the default of the policy, not a person's answer.`
  await db.transaction((tx) => decideByDefault(tx, due, { id: newDecisionId(), ...answer, reason }))
}

/** What a step does to a review that stays open; a last resort that does not fit the review parks its run. */
function changeOf(action: ScheduledStep['action'], dueAt: Date): StepChange {
  if (action.do === 'remind' || action.do === 'reassign' || action.do === 'escalate') return action
  const unfit = action.do === 'park' ? '' : ', and the default of the policy does not fit this review'
  return { do: 'park', why: `Nobody decided by ${dueAt.toISOString()}${unfit}. Decide the review, and the run goes on.` }
}
