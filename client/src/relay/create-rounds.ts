import { type Listener, listen } from '@countersign/db'
import { createAlarm } from '../alarm.ts'
import { type RelayLog, sayCauses } from './relay-log.ts'

export interface RoundsOptions {
  /** Does what is due; answers in how many milliseconds the next may be. One that does much asks {@link Rounds.isStopping} in between. */
  round(): Promise<number>
  /** A notification of Postgres that starts the next round at once; left out: time alone does. */
  wakeOn?: { url: string; channel: string; isMeant?: (payload: string) => boolean }
  /** Milliseconds between two rounds that nothing cuts short; 0 by default. */
  rest?: number
  /** After a round that failed: what is said, and milliseconds until the next. */
  failed: { message: string; pause: number }
  log: RelayLog
}

export interface Rounds {
  /** Safe to repeat. */
  start(): void
  /** Ends after the round under way. Safe to repeat. */
  stop(): Promise<void>
  isStopping(): boolean
}

/** Does the same work again and again until it is stopped: when it is told to, and in any case after a pause. */
export function createRounds({ round, wakeOn, rest = 0, failed, log }: RoundsOptions): Rounds {
  const alarm = createAlarm()
  let listener: Listener | null = null
  let running: Promise<void> | null = null
  let stopping = false

  const oneRound = async (): Promise<number> => {
    try {
      return await round()
    } catch (error) {
      log.warn({ why: sayCauses(error) }, failed.message)
      return failed.pause
    }
  }
  const loop = async (): Promise<void> => {
    while (!stopping) {
      const pause = await oneRound()
      if (stopping) return
      if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest))
      await alarm.sleep(pause)
    }
  }
  const onMessage = (payload: string) => {
    if (wakeOn?.isMeant?.(payload) ?? true) alarm.ring()
  }

  return {
    isStopping: () => stopping,
    start() {
      if (running !== null) return
      stopping = false
      if (wakeOn) listener = listen({ ...wakeOn, onMessage, onConnected: alarm.ring })
      running = loop()
    },
    async stop() {
      stopping = true
      alarm.ring()
      await Promise.all([listener?.close(), running])
      listener = null
      running = null
    },
  }
}
