import type { Deadline, DeadlineStep, LastResort } from './review-policy.ts'

/** One thing that is done while nobody decides, and when, in milliseconds since 1970. */
export interface ScheduledStep {
  at: number
  action: DeadlineStep | LastResort
}

/**
 * The steps of a deadline in the order they are taken, the last resort at the end. They stand as far from the moment the review is due
 * as the policy set them: when that is moved, they move with it.
 */
export function deadlineSchedule({ within, steps, last }: Deadline, dueAt: Date): ScheduledStep[] {
  const inOrder: (DeadlineStep | LastResort)[] = steps.toSorted((a, b) => a.after - b.after)
  if (last) inOrder.push(last)
  return inOrder.map((action) => ({ at: dueAt.getTime() + (action.after - within) * 1000, action }))
}
