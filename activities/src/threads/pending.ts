import { ThreadError, type ThreadReply, ThreadTimeout } from './thread-reply.ts'

interface Pending<Reply> {
  resolve(value: Reply): void
  reject(error: Error): void
  timer: NodeJS.Timeout
}

export interface PendingOptions<Request> {
  send(message: { id: number; request: Request }): void
  /** Whether whatever answers holds this process open: it does while it has something to answer. */
  hold(on: boolean): void
  /** Ends what answers, at once. */
  kill(): void
}

/** The questions that a thread or a process has not answered yet. */
export interface PendingQuestions<Request, Reply> {
  ask(request: Request, timeoutMs: number): Promise<Reply>
  settle(reply: ThreadReply<Reply>): void
  /** Rejects all that is open, and whatever is asked from now on. */
  end(error: ThreadError): void
  /** Nobody waits for an answer now. */
  isIdle(): boolean
}

/** `ended`: what is said to who asks after the end. An answer that comes too late ends whatever should have given it. */
export function pendingQuestions<Request, Reply>(
  { send, hold, kill }: PendingOptions<Request>,
  ended: string,
): PendingQuestions<Request, Reply> {
  const open = new Map<number, Pending<Reply>>()
  let count = 0
  let isOver = false
  const take = (id: number): Pending<Reply> | undefined => {
    const waiting = open.get(id)
    open.delete(id)
    clearTimeout(waiting?.timer)
    if (open.size === 0) hold(false)
    return waiting
  }
  return {
    ask: (request, timeoutMs) =>
      new Promise((resolve, reject) => {
        if (isOver) return reject(new ThreadError('ThreadEnded', ended))
        const id = ++count
        const timer = setTimeout(() => {
          take(id)
          // Its end is told a moment later; nobody should ask it until then.
          isOver = true
          reject(new ThreadTimeout(timeoutMs))
          kill()
        }, timeoutMs)
        open.set(id, { resolve, reject, timer })
        hold(true)
        send({ id, request })
      }),
    settle: (reply) => {
      const waiting = take(reply.id)
      if (reply.ok) waiting?.resolve(reply.value)
      else waiting?.reject(new ThreadError(reply.name, reply.message))
    },
    end: (error) => {
      isOver = true
      for (const id of [...open.keys()]) take(id)?.reject(error)
    },
    isIdle: () => open.size === 0,
  }
}
