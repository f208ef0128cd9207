import type { CountersignClient } from '../types.ts'

const HEARTBEAT_MS = 15_000
/** How long a browser waits before it connects again. */
const RETRY_MS = 2_000

/**
 * The client's changes as an event stream, until `closed` aborts (the browser went away, the server stops) or the source
 * fails; the browser then connects again by itself and reads everything anew.
 */
export function streamChanges(client: Pick<CountersignClient, 'watch'>, closed: AbortSignal): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const stop = new AbortController()
  let cancelled = false
  return new ReadableStream({
    start(controller) {
      const send = (text: string) => controller.enqueue(encoder.encode(text))
      const heartbeat = setInterval(() => send(': still here\n\n'), HEARTBEAT_MS)
      const watched = AbortSignal.any([closed, stop.signal])
      const pump = async () => {
        send(`retry: ${RETRY_MS}\n\n`)
        for await (const change of client.watch(watched)) {
          if (watched.aborted) break
          send(`data: ${JSON.stringify(change)}\n\n`)
        }
      }
      pump()
        .catch(() => undefined)
        .finally(() => {
          clearInterval(heartbeat)
          if (!cancelled) controller.close()
        })
    },
    cancel() {
      cancelled = true
      stop.abort()
    },
  })
}
