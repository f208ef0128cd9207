import { z } from 'zod'

const draftSchema = z.object({
  /** Hash of what was shown when it was typed. */
  shownHash: z.string(),
  /** Typed text by field name. */
  typed: z.record(z.string(), z.string()),
  at: z.number(),
})

/** What somebody typed on a review and has not sent. */
export type Draft = z.infer<typeof draftSchema>

const keyOf = (review: string): string => `countersign.draft.${review}`

/** The kept text of a review, or null. */
export function loadDraft(review: string): Draft | null {
  try {
    return draftSchema.parse(JSON.parse(localStorage.getItem(keyOf(review)) ?? 'null'))
  } catch {
    return null
  }
}

/** Keeps what was typed until it is sent or discarded; a lost connection or a closed tab then loses nothing. */
export function keepDraft(review: string, draft: Draft): void {
  if (Object.keys(draft.typed).length === 0) forgetDraft(review)
  else localStorage.setItem(keyOf(review), JSON.stringify(draft))
}

export const forgetDraft = (review: string): void => localStorage.removeItem(keyOf(review))
