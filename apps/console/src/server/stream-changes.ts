import type { CountersignClient } from '@countersign/client'

const HEARTBEAT_MS = 15_000
/** How long a browser waits before it connects again. */
const RETRY_MS = 2_000

/**
 * The client's changes as an event stream, until the browser goes away (`closed` aborts) or the source fails; the
 * browser then connects again by itself and reads everything anew.
 */
export function streamChanges(client: Pick<CountersignClient, 'watch'>, closed: AbortSignal): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const stop = new AbortController()
  let heartbeat: NodeJS.Timeout | undefined
  const end = () => {
    clearInterval(heartbeat)
    stop.abort()
  }
  closed.addEventListener('abort', end, { once: true })
  return new ReadableStream({
    start(controller) {
      const send = (text: string) => controller.enqueue(encoder.encode(text))
      send(`retry: ${RETRY_MS}\n\n`)
      heartbeat = setInterval(() => send(': still here\n\n'), HEARTBEAT_MS)
      const pump = async () => {
        for await (const change of client.watch(stop.signal)) {
          if (stop.signal.aborted) break
          send(`data: ${JSON.stringify(change)}\n\n`)
        }
      }
      pump()
        .catch(() => undefined)
        .finally(() => {
          const ended = stop.signal.aborted
          end()
          if (!ended) controller.close()
        })
    },
    cancel: end,
  })
}
