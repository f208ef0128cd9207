/** The `data` of each event of a server-sent event stream (https://html.spec.whatwg.org/multipage/server-sent-events.html), to its end. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      // All of it: a line end may have been cut in two.
      text = (text + decoder.decode(value, { stream: true })).replaceAll('\r\n', '\n')
      const events = text.split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) {
        const data = dataOf(event)
        if (data !== null) yield data
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** Null for a comment, or an event that only says how long to wait. */
function dataOf(event: string): string | null {
  const lines = event.split('\n').filter((line) => line.startsWith('data:'))
  return lines.length === 0 ? null : lines.map((line) => line.slice(5).replace(/^ /, '')).join('\n')
}
