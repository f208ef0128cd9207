import type { ReviewActivities } from '@countersign/activities'
import { condition, defineSignal, proxyLocalActivities, setHandler } from '@temporalio/workflow'
import { CLOCK_SIGNAL, type ReviewRef } from '../contract/review-desk.ts'

/** The deadline was set or moved, or is no longer needed; what holds now is in Postgres. */
export const clockSignal = defineSignal(CLOCK_SIGNAL)

const clock = proxyLocalActivities<ReviewActivities>({
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '200 milliseconds', backoffCoefficient: 2, maximumInterval: '30 seconds' },
})

/**
 * Watches over one review with a deadline: takes each of its steps when its time has come, until the review is closed or nothing is
 * left to do. Looks again whenever the deadline has changed.
 */
export async function reviewClock(review: ReviewRef): Promise<void> {
  let changed = false
  setHandler(clockSignal, () => {
    changed = true
  })

  for (;;) {
    changed = false
    const next = await clock['review.nextStep'](review)
    if (next === null) {
      if (changed) continue
      return
    }
    const disturbed = await condition(() => changed, Math.max(1, next.at - Date.now()))
    if (!disturbed) await clock['review.takeStep']({ ...review, ...next })
  }
}
