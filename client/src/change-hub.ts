import { CHANGES_CHANNEL, type Listener, listen } from '@countersign/db'
import { z } from 'zod'
import type { ChangeEvent } from './types.ts'

const changeSchema = z.object({
  tenant: z.string(),
  kind: z.enum(['run', 'review', 'document', 'audit', 'batch']),
  id: z.string(),
  run: z.string().nullable(),
})

/** One connection that listens for changes, and whoever watches them. */
export interface ChangeHub {
  /** Changes of one tenant until `signal` aborts or the hub closes. */
  watch(tenant: string, signal: AbortSignal): AsyncIterable<ChangeEvent>
  close(): Promise<void>
}

/** What a watcher that falls behind keeps, at most; the same thing changed twice counts once. */
const KEPT = 1_000
/** From here on nothing is missed, but before it something may have been. */
const READ_AGAIN: ChangeEvent = { kind: 'run', id: '*', run: null }

class Watcher {
  readonly tenant: string
  readonly #waiting = new Map<string, ChangeEvent>()
  #wake: (() => void) | null = null
  #ended = false

  constructor(tenant: string) {
    this.tenant = tenant
  }

  push(change: ChangeEvent): void {
    const key = `${change.kind} ${change.id}`
    // Again at the end: a reader that reads on the first of two changes would miss the second.
    this.#waiting.delete(key)
    if (this.#waiting.size >= KEPT) {
      this.#waiting.clear()
      this.#waiting.set('*', READ_AGAIN)
    }
    this.#waiting.set(key, change)
    this.#wake?.()
  }

  end(): void {
    this.#ended = true
    this.#wake?.()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<ChangeEvent> {
    while (!this.#ended) {
      const [first] = this.#waiting
      if (first === undefined) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
        this.#wake = null
        continue
      }
      this.#waiting.delete(first[0])
      yield first[1]
    }
  }
}

/**
 * Watches changes over one connection, which is open only while somebody watches and connects again by itself.
 * Every watcher's first event, and its first after a lost connection, is `{id: '*'}`: read again what you show.
 */
export function createChangeHub(databaseUrl: string): ChangeHub {
  const watchers = new Set<Watcher>()
  let listener: Listener | null = null
  let listening = false

  const receive = (payload: string): void => {
    const { tenant, ...change } = changeSchema.parse(JSON.parse(payload))
    for (const watcher of watchers) if (watcher.tenant === tenant) watcher.push(change)
  }
  const open = (): void => {
    listener ??= listen({
      url: databaseUrl,
      channel: CHANGES_CHANNEL,
      onMessage: receive,
      onConnected: () => {
        listening = true
        for (const watcher of watchers) watcher.push(READ_AGAIN)
      },
    })
  }
  const shut = async (): Promise<void> => {
    const last = listener
    listener = null
    listening = false
    await last?.close()
  }

  return {
    async *watch(tenant, signal) {
      if (signal.aborted) return
      const watcher = new Watcher(tenant)
      const end = (): void => watcher.end()
      signal.addEventListener('abort', end, { once: true })
      watchers.add(watcher)
      if (listening) watcher.push(READ_AGAIN)
      open()
      try {
        yield* watcher
      } finally {
        signal.removeEventListener('abort', end)
        watchers.delete(watcher)
        if (watchers.size === 0) await shut()
      }
    },
    async close() {
      for (const watcher of watchers) watcher.end()
      await shut()
    },
  }
}
