import { setTimeout as pause } from 'node:timers/promises'

/** Looks again and again until there is an answer; throws what it looked for once the deadline (milliseconds) has passed. */
export async function until<T>(what: string, look: () => Promise<T | undefined | false>, deadline = 30_000): Promise<T> {
  const end = Date.now() + deadline
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (Date.now() > end) throw new Error(`still not so after ${deadline} ms: ${what}`)
    await pause(20)
  }
}
