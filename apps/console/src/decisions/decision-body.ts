import { decideInputSchema } from '@countersign/client/contract'
import type { z } from 'zod'

/** What the browser sends to decide a review; the review's id is in the address, and a client key makes it safe to repeat. */
const decisionBodySchema = decideInputSchema.omit({ review: true }).required({ clientKey: true })
export type DecisionBody = z.infer<typeof decisionBodySchema>

/** The body of a decision. Throws a ZodError that names what is wrong with it. */
export async function parseDecision(request: Request): Promise<DecisionBody> {
  const body: unknown = await request.json().catch(() => undefined)
  return decisionBodySchema.parse(body)
}
