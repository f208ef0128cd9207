import { decideInputSchema } from '@countersign/client/contract'
import { z } from 'zod'

/** A decision is sent this long after it was made; until then it can be undone. */
export const UNDO_MS = 5_000
/** After a lost connection a decision is sent again this much later. */
export const RESEND_MS = 4_000

const pendingSchema = z.object({
  review: z.string(),
  title: z.string(),
  /** What was decided, in words: "Approved", "Sent back". */
  word: z.string(),
  sendAt: z.number(),
  body: decideInputSchema.omit({ review: true }).required({ clientKey: true }),
})

/** A decision that was made and not yet sent. Kept in the browser's storage until the server has answered. */
export type PendingDecision = z.infer<typeof pendingSchema>

/** What was decided, in the words of the buttons. */
export const VERB_WORDS: Record<PendingDecision['body']['verb'], string> = {
  approve: 'Approved',
  reject: 'Sent back',
  edit: 'Approved with your change',
  choose: 'Chosen',
  respond: 'Answered',
  ignore: 'Ignored',
  escalate: 'Escalated',
  retry: 'Retried',
  skip: 'Skipped',
  abort: 'Aborted',
}

const problemSchema = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    retryable: z.boolean(),
    details: z.record(z.string(), z.json()),
  }),
})
export type DecisionProblem = z.infer<typeof problemSchema>['error']

export type Outcome = { kind: 'sent' } | { kind: 'again' } | { kind: 'refused'; problem: DecisionProblem }

/**
 * Sends a decision. Safe to repeat: its client key makes the server apply it once. `again`: nothing is known about it
 * (no connection, server busy), so it is to be sent once more.
 */
export async function sendDecision(decision: PendingDecision, options: { keepalive?: boolean } = {}): Promise<Outcome> {
  try {
    const response = await fetch(`/api/reviews/${encodeURIComponent(decision.review)}/decision`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(decision.body),
      keepalive: options.keepalive,
    })
    if (response.ok) return { kind: 'sent' }
    const parsed = problemSchema.safeParse(await response.json())
    if (!parsed.success || parsed.data.error.retryable) return { kind: 'again' }
    return { kind: 'refused', problem: parsed.data.error }
  } catch {
    return { kind: 'again' }
  }
}

const STORE = 'countersign.pending'

function parseStored(text: string | null): PendingDecision[] {
  try {
    return z.array(pendingSchema).parse(JSON.parse(text ?? '[]'))
  } catch {
    return []
  }
}

/** Decisions of an earlier page that were never answered. */
export const loadPending = (): PendingDecision[] => parseStored(localStorage.getItem(STORE))

export function savePending(pending: PendingDecision[]): void {
  if (pending.length === 0) localStorage.removeItem(STORE)
  else localStorage.setItem(STORE, JSON.stringify(pending))
}
