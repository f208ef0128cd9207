import type { ThreadReply } from './ask-thread.ts'

/** Inside a process that `startProcess` started: answers each request with `handle`, in order; what it throws goes back as an error. */
export function serveProcess<Request, Reply>(handle: (request: Request) => Promise<Reply>): void {
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
