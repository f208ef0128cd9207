import { setTimeout as delay } from 'node:timers/promises'

/** Asks again every few milliseconds until the answer is something; throws after `seconds`. */
export async function until<T>(what: string, seconds: number, ask: () => Promise<T | undefined | null | false>): Promise<T> {
  const deadline = Date.now() + seconds * 1000
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    if (Date.now() > deadline) throw new Error(`${what}: not within ${seconds} s`)
    await delay(5)
  }
}
