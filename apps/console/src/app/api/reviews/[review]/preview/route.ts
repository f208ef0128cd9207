import { previewReview } from '../../../../../inbox/preview-review.ts'
import { answerJson } from '../../../../../server/problems.ts'
import { openSession } from '../../../../../server/session.ts'

/** What the inbox shows beside its list for one review. */
export const GET = (_request: Request, context: { params: Promise<{ review: string }> }): Promise<Response> =>
  answerJson(async () => {
    const { client } = await openSession()
    return previewReview(await client.getReview((await context.params).review))
  })
