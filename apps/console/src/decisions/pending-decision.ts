import { decideInputSchema } from '@countersign/client/contract'
import { z } from 'zod'

/** A decision is sent this long after it was made; until then it can be undone. */
export const UNDO_MS = 5_000
/** After a lost connection a decision is sent again this much later. */
export const RESEND_MS = 4_000
/** A decision that a lost session kept back for longer than this is handed back: the person no longer has it in mind. */
export const KEPT_MS = 3_600_000

const pendingSchema = z.object({
  review: z.string(),
  title: z.string(),
  sendAt: z.number(),
  /** The server said that nobody is signed in: it waits for the same person to come back. */
  held: z.boolean().default(false),
  body: decideInputSchema.omit({ review: true }).required({ clientKey: true }),
})

/** A decision that was made and not yet sent. Kept in the browser's storage until the server has answered. */
export type PendingDecision = z.infer<typeof pendingSchema>

const storeOf = (user: string): string => `countersign.pending.${user}`

function parseStored(text: string | null): PendingDecision[] {
  try {
    return z.array(pendingSchema).parse(JSON.parse(text ?? '[]'))
  } catch {
    return []
  }
}

/** This person's decisions of an earlier page that were never answered. Others who use this browser do not get them. */
export const loadPending = (user: string): PendingDecision[] => parseStored(localStorage.getItem(storeOf(user)))

export function savePending(user: string, pending: PendingDecision[]): void {
  if (pending.length === 0) localStorage.removeItem(storeOf(user))
  else localStorage.setItem(storeOf(user), JSON.stringify(pending))
}
