import { parseDecision } from '../../../../../decisions/decision-body.ts'
import { answerJson } from '../../../../../server/problems.ts'
import { openChange } from '../../../../../server/session.ts'

/** Decides a review. There is no GET beside it: opening a link never decides anything. */
export const POST = (request: Request, context: { params: Promise<{ review: string }> }): Promise<Response> =>
  answerJson(async () => {
    const { client } = await openChange()
    const { review } = await context.params
    return client.decide({ ...(await parseDecision(request)), review })
  })
