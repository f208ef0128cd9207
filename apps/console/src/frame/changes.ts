import { z } from 'zod'

const changeSchema = z.object({
  kind: z.enum(['run', 'review', 'document', 'audit', 'batch']),
  id: z.string(),
  run: z.string().nullable(),
})
/** Something changed, as the server's stream tells it. */
export type Change = z.infer<typeof changeSchema>

/** The id of a change that means: something may have been missed, read again what you show. */
export const EVERYTHING = '*'

export function parseChange(data: string): Change | null {
  const parsed = changeSchema.safeParse(JSON.parse(data))
  return parsed.success ? parsed.data : null
}

const listeners = new Set<(change: Change) => void>()

/** Calls back with every change the page is told of, until the answer is called. */
export function listenToChanges(listener: (change: Change) => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Tells the parts of the page that listen. */
export function tellChange(change: Change): void {
  for (const listener of listeners) listener(change)
}
