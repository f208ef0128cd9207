import type { ClientContext } from '../context.ts'
import { decideReview } from '../decide-review.ts'
import { getReview } from '../get-review.ts'
import { assignReview } from '../reviews/assign-review.ts'
import { claimReview, releaseReview } from '../reviews/claim-review.ts'
import { commentReview, listComments } from '../reviews/comment-review.ts'
import { getShown } from '../reviews/get-shown.ts'
import { sendBackReview } from '../reviews/send-back-review.ts'
import type { CountersignClient } from '../types.ts'

type ReviewDoors = Pick<
  CountersignClient,
  'getReview' | 'decide' | 'claim' | 'release' | 'assign' | 'sendBack' | 'comment' | 'listComments' | 'getShown'
>

/** One review, and everything a person does with it. */
export const reviewDoors = (context: ClientContext): ReviewDoors => ({
  getReview: (review) => getReview(context, review),
  decide: (input) => decideReview(context, input),
  claim: (review) => claimReview(context, review),
  release: (review) => releaseReview(context, review),
  assign: (review, user) => assignReview(context, review, user),
  sendBack: (review, reason) => sendBackReview(context, review, reason),
  comment: (review, body) => commentReview(context, review, body),
  listComments: (review) => listComments(context, review),
  getShown: (review, hash) => getShown(context, review, hash),
})
