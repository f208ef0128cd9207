import { sentenceSchema } from '@countersign/client/contract'
import { z } from 'zod'
import type { PendingDecision } from './pending-decision.ts'

const problemSchema = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    retryable: z.boolean(),
    details: z.record(z.string(), z.json()),
    says: sentenceSchema.nullish(),
  }),
})
export type DecisionProblem = z.infer<typeof problemSchema>['error']

const answerSchema = z.object({ outcome: z.enum(['decided', 'voted', 'escalated']) })

export type Outcome =
  | { kind: 'sent'; outcome: z.infer<typeof answerSchema>['outcome'] }
  | { kind: 'again' }
  | { kind: 'held' }
  | { kind: 'refused'; problem: DecisionProblem }

const addressOf = (review: string): string => `/api/v1/reviews/${encodeURIComponent(review)}/decision`

/**
 * Sends a decision. Safe to repeat: its client key makes the server apply it once. `again`: nothing is known about it
 * (no connection, server busy), so it is to be sent once more. `held`: nobody is signed in.
 */
export async function sendDecision({ review, body }: PendingDecision, options: { keepalive?: boolean } = {}): Promise<Outcome> {
  try {
    const response = await fetch(addressOf(review), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      keepalive: options.keepalive,
    })
    const answer: unknown = await response.json()
    if (response.ok) return { kind: 'sent', outcome: answerSchema.parse(answer).outcome }
    const parsed = problemSchema.safeParse(answer)
    if (!parsed.success || parsed.data.error.retryable) return { kind: 'again' }
    return parsed.data.error.code === 'signed_out' ? { kind: 'held' } : { kind: 'refused', problem: parsed.data.error }
  } catch {
    return { kind: 'again' }
  }
}
