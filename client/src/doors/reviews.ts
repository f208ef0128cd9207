import type { ClientContext } from '../context.ts'
import { decideReview } from '../decide-review.ts'
import { getReview } from '../get-review.ts'
import type { CountersignClient } from '../types.ts'
import { later } from './later.ts'

type ReviewDoors = Pick<
  CountersignClient,
  'getReview' | 'decide' | 'claim' | 'release' | 'assign' | 'sendBack' | 'comment' | 'listComments' | 'getShown'
>

/** One review, and everything a person does with it. */
export const reviewDoors = (context: ClientContext): ReviewDoors => ({
  getReview: (review) => getReview(context, review),
  decide: (input) => decideReview(context, input),
  claim: later('claim'),
  release: later('release'),
  assign: later('assign'),
  sendBack: later('sendBack'),
  comment: later('comment'),
  listComments: later('listComments'),
  getShown: later('getShown'),
})
