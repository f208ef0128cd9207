import { cache } from 'react'
import { openSession } from './session.ts'

/** The counts of what waits, once per request: the rail and the inbox both show them. */
export const readCounts = cache(async () => (await openSession()).client.countReviews())
