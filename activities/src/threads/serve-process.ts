import { Worker } from 'node:worker_threads'
import { type ThreadReply, TOO_MUCH_MEMORY } from './thread-reply.ts'

/**
 * Inside a process that `startProcess` started: answers each request with `handle`, in order; what it throws goes back as an error. Beyond
 * `mostMemory` (resident bytes) the process ends, and whoever asked gets an error of the kind {@link TOO_MUCH_MEMORY}.
 */
export function serveProcess<Request, Reply>(handle: (request: Request) => Promise<Reply>, mostMemory?: number): void {
  if (mostMemory !== undefined) watchMemory(mostMemory)
  const send = process.send?.bind(process)
  if (send === undefined) throw new Error('This module runs in a process of its own only.')
  let queue = Promise.resolve()
  const answer = async (id: number, request: Request) => {
    try {
      send({ id, ok: true, value: await handle(request) } satisfies ThreadReply<Reply>)
    } catch (error) {
      const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) }
      send({ id, ok: false, name, message } satisfies ThreadReply<Reply>)
    }
  }
  process.on('message', ({ id, request }: { id: number; request: Request }) => {
    queue = queue.then(() => answer(id, request))
  })
  // Whoever asked is gone.
  process.on('disconnect', () => process.exit())
}

/** From a thread of its own: what needs that much memory seldom lets go of its thread in between. */
function watchMemory(most: number): void {
  const watch = `setInterval(() => { if (process.memoryUsage.rss() > ${most}) process.kill(process.pid, '${TOO_MUCH_MEMORY.signal}') }, 50)`
  new Worker(watch, { eval: true, execArgv: [] }).unref()
}
