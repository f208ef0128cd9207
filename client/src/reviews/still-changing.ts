import { CountersignError } from '@countersign/workflows/contract'

/** How often a write is tried against a review that changes under it in ways that are not the caller's loss. */
export const MAX_TRIES = 5

export const stillChanging = (review: string): CountersignError =>
  new CountersignError('conflict', 'The review is being changed by several people at this moment. Load it again and try once more.', {
    review,
  })
