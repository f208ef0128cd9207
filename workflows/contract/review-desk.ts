// No import of values here: this file is part of the workflow bundle.

/** Signal to a review's clock: its deadline was set or moved, or it is no longer needed. Sending it twice is harmless. */
export const CLOCK_SIGNAL = 'deadlineChanged'

/** A review, and the run that waits for it. */
export interface ReviewRef {
  tenant: string
  run: string
  review: string
}

/** The step of a deadline that comes next: counted from 0, and when, in milliseconds since 1970. */
export interface NextStep {
  step: number
  at: number
}

export interface BatchRef {
  tenant: string
  batch: string
}
