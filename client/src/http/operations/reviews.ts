import { decideInputSchema, policyScopeSchema, reviewPolicySchema, reviewRequestSchema } from '@countersign/workflows/contract'
import { z } from 'zod'
import { pageSchema } from '../../schemas/page.ts'
import {
  claimSchema,
  commentViewSchema,
  decidedSchema,
  neighboursSchema,
  newViewSchema,
  policyViewSchema,
  reviewCountsSchema,
  reviewDetailSchema,
  reviewFilterSchema,
  reviewSummarySchema,
  savedViewSchema,
} from '../../schemas/reviews.ts'
import { id, noInput, nothing, type Operations } from '../operation.ts'

type ReviewDoor =
  | 'listReviews'
  | 'countReviews'
  | 'getReview'
  | 'neighbours'
  | 'decide'
  | 'claim'
  | 'release'
  | 'assign'
  | 'sendBack'
  | 'setDeadline'
  | 'comment'
  | 'listComments'
  | 'getShown'
  | 'listViews'
  | 'saveView'
  | 'deleteView'
  | 'listPolicies'
  | 'setPolicy'

const ofReview = z.strictObject({ review: id })

export const reviewOperations: Operations<ReviewDoor> = {
  listReviews: {
    method: 'GET',
    path: '/reviews',
    args: ['*'],
    summary: 'A page of reviews under a filter',
    input: reviewFilterSchema,
    output: pageSchema(reviewSummarySchema),
  },
  countReviews: {
    method: 'GET',
    path: '/reviews/counts',
    args: [],
    summary: 'Open reviews by kind, document type and deadline',
    input: noInput,
    output: reviewCountsSchema,
  },
  getReview: {
    method: 'GET',
    path: '/reviews/{review}',
    args: ['review'],
    summary: 'All that a person needs to decide a review',
    input: ofReview,
    output: reviewDetailSchema,
  },
  neighbours: {
    method: 'GET',
    path: '/reviews/{review}/neighbours',
    args: ['review', '*'],
    summary: 'The open reviews before and after one, under a filter',
    input: reviewFilterSchema.extend({ review: id }),
    output: neighboursSchema,
  },
  decide: {
    method: 'POST',
    path: '/reviews/{review}/decision',
    otherwise: '/runs/{run}/decision',
    args: ['*'],
    summary: 'Decides a review, bound to what was shown; of any number of people at once one wins',
    input: decideInputSchema
      .strict()
      .refine(({ ticket, shownHash }) => ticket ?? shownHash, {
        path: ['ticket'],
        message: 'a decision is for what was shown: send the ticket of the review as it was read',
      })
      // The same for the document: a refinement is not in it.
      .meta({ anyOf: [{ required: ['ticket'] }, { required: ['shownHash'] }] }),
    output: decidedSchema,
  },
  claim: {
    method: 'POST',
    path: '/reviews/{review}/claim',
    args: ['review'],
    summary: 'Takes the lease on a review, or renews it',
    input: ofReview,
    output: claimSchema,
  },
  release: {
    method: 'DELETE',
    path: '/reviews/{review}/claim',
    args: ['review'],
    summary: 'Gives the lease back',
    input: ofReview,
    output: nothing,
  },
  assign: {
    method: 'PUT',
    path: '/reviews/{review}/assignee',
    args: ['review', 'user'],
    summary: 'Gives a review to somebody, or to nobody (null)',
    input: ofReview.extend({ user: z.string().nullable() }),
    output: reviewSummarySchema,
  },
  sendBack: {
    method: 'POST',
    path: '/reviews/{review}/send-back',
    args: ['review', 'reason'],
    summary: 'Opens a decided review again while its run has not gone on',
    input: ofReview.extend({ reason: z.string() }),
    output: reviewSummarySchema,
  },
  setDeadline: {
    method: 'PUT',
    path: '/reviews/{review}/deadline',
    args: ['review', 'dueAt'],
    summary: 'Moves the deadline, or takes it away (null)',
    input: ofReview.extend({ dueAt: z.string().nullable() }),
    output: reviewSummarySchema,
  },
  comment: {
    method: 'POST',
    path: '/reviews/{review}/comments',
    args: ['review', 'body'],
    summary: 'Writes a comment; @name tells that person',
    input: ofReview.extend({ body: z.string() }),
    output: commentViewSchema,
  },
  listComments: {
    method: 'GET',
    path: '/reviews/{review}/comments',
    args: ['review'],
    summary: 'The comments on a review, oldest first',
    input: ofReview,
    output: z.array(commentViewSchema),
  },
  getShown: {
    method: 'GET',
    path: '/reviews/{review}/shown/{hash}',
    args: ['review', 'hash'],
    summary: 'What a reviewer was shown under this hash',
    input: ofReview.extend({ hash: id }),
    output: reviewRequestSchema,
  },
  listViews: {
    method: 'GET',
    path: '/views',
    args: [],
    summary: 'Saved views of the inbox: your own and the shared ones',
    input: noInput,
    output: z.array(savedViewSchema),
  },
  saveView: {
    method: 'POST',
    path: '/views',
    args: ['*'],
    summary: 'Saves a view of the inbox',
    input: newViewSchema,
    output: savedViewSchema,
  },
  deleteView: {
    method: 'DELETE',
    path: '/views/{view}',
    args: ['view'],
    summary: 'Deletes a saved view',
    input: z.strictObject({ view: id }),
    output: nothing,
  },
  listPolicies: {
    method: 'GET',
    path: '/policies',
    args: [],
    summary: 'Who decides by when, per scope',
    input: noInput,
    output: z.array(policyViewSchema),
  },
  setPolicy: {
    method: 'PUT',
    path: '/policies/{scope}',
    args: ['scope', '*'],
    summary: 'Sets the policy of a scope (default, graph:NAME, type:DOCUMENT_TYPE); an empty one takes it away',
    input: reviewPolicySchema.extend({ scope: policyScopeSchema }),
    output: policyViewSchema,
  },
}
