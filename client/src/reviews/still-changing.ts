import { CountersignError, said } from '@countersign/workflows/contract'

/** How often a write is tried against a review that changes under it in ways that are not the caller's loss. */
export const MAX_TRIES = 5

export const stillChanging = (review: string): CountersignError => new CountersignError('conflict', said('decide.changing'), { review })
