import { evidenceSchema } from '@countersign/client/contract'
import { z } from 'zod'

const draftSchema = z.object({
  /** Hash of what was shown when it was typed. */
  shownHash: z.string(),
  /** Typed text by field name. */
  typed: z.record(z.string(), z.string()).default({}),
  /** Where the typed text was taken from, by field name. */
  evidence: z.record(z.string(), z.array(evidenceSchema)).default({}),
  /** Everything else one writes here: an answer, a comment, a reason. */
  words: z.record(z.string(), z.string()).default({}),
  at: z.number(),
})

/** What somebody typed on a review and has not sent. */
export type Draft = z.infer<typeof draftSchema>

const keyOf = (user: string, review: string): string => `countersign.draft.${user}.${review}`

/** What this person left on a review, or null. */
export function loadDraft(user: string, review: string): Draft | null {
  try {
    return draftSchema.parse(JSON.parse(localStorage.getItem(keyOf(user, review)) ?? 'null'))
  } catch {
    return null
  }
}

const isEmpty = ({ typed, words }: Draft): boolean =>
  Object.keys(typed).length === 0 && Object.values(words).every((text) => text.trim() === '')

/** Keeps what was typed until it is sent or discarded; a lost connection, a lost session or a closed tab then loses nothing. */
export function keepDraft(user: string, review: string, draft: Draft): void {
  if (isEmpty(draft)) forgetDraft(user, review)
  else localStorage.setItem(keyOf(user, review), JSON.stringify(draft))
}

export const forgetDraft = (user: string, review: string): void => localStorage.removeItem(keyOf(user, review))
