import { parentPort, type Transferable } from 'node:worker_threads'
import type { ThreadReply } from './thread-reply.ts'

/** An answer, and the buffers in it that are handed over instead of copied. */
export interface Served<Reply> {
  value: Reply
  transfer?: Transferable[]
}

/** Inside a thread: answers each request with `handle`, in order; what it throws goes back as an error. */
export function serveThread<Request, Reply>(handle: (request: Request) => Promise<Served<Reply>>): void {
  const port = parentPort
  if (port === null) throw new Error('This module runs in a worker thread only.')
  let queue = Promise.resolve()
  const answer = async (id: number, request: Request) => {
    try {
      const { value, transfer } = await handle(request)
      port.postMessage({ id, ok: true, value } satisfies ThreadReply<Reply>, transfer ?? [])
    } catch (error) {
      const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) }
      port.postMessage({ id, ok: false, name, message } satisfies ThreadReply<Reply>)
    }
  }
  port.on('message', ({ id, request }: { id: number; request: Request }) => {
    queue = queue.then(() => answer(id, request))
  })
}
