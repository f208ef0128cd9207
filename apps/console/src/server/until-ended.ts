import type { Session } from './session.ts'

const EVERY_MS = 5_000

/** Aborts soon after the session behind a stream has ended: who is shut out sees nothing more. `left`: the browser went away. */
export function untilEnded(session: Pick<Session, 'isOpen'>, left: AbortSignal): AbortSignal {
  const ended = new AbortController()
  const timer = setInterval(() => {
    session.isOpen().then(
      (open) => {
        if (!open) ended.abort()
      },
      // Postgres is away; it will say when it is back.
      () => undefined,
    )
  }, EVERY_MS)
  const stop = () => clearInterval(timer)
  for (const signal of [left, ended.signal]) signal.addEventListener('abort', stop, { once: true })
  return ended.signal
}
