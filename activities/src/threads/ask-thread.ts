import { Worker } from 'node:worker_threads'

/** What a thread answers to a request: its result, or the error's name and message. */
export type ThreadReply<T> = { id: number; ok: true; value: T } | { id: number; ok: false; name: string; message: string }

/** How a process ends that took more memory than it may, and the kind of the error that says so. */
export const TOO_MUCH_MEMORY = { signal: 'SIGUSR2', kind: 'TooMuchMemory' } as const

/** A request was not answered in time; the thread was ended, since a loop in it cannot be interrupted otherwise. */
export class ThreadTimeout extends Error {
  constructor(milliseconds: number) {
    super(`No answer within ${milliseconds / 1000} s.`)
    this.name = 'ThreadTimeout'
  }
}

/** An error that was thrown inside a thread; `kind` is its name there. */
export class ThreadError extends Error {
  readonly kind: string
  constructor(kind: string, message: string) {
    super(message)
    this.name = 'ThreadError'
    this.kind = kind
  }
}

export interface ThreadOptions {
  /** URL of the TypeScript module that calls `serveThread`. */
  module: URL
  data: Record<string, unknown>
  memoryMegabytes: number
}

/** A worker thread that answers one kind of request, one after the other. */
export interface Thread<Request, Reply> {
  /** Throws {@link ThreadTimeout} (and ends the thread), or {@link ThreadError} with what was thrown there. */
  ask(request: Request, timeoutMs: number): Promise<Reply>
  /** Ends the thread whatever it does; pending requests are rejected. */
  end(): Promise<void>
}

interface Pending<Reply> {
  resolve(value: Reply): void
  reject(error: Error): void
  timer: NodeJS.Timeout
}

/** Starts a thread. It keeps the process alive only while it has something to answer. */
export function startThread<Request, Reply>(options: ThreadOptions): Thread<Request, Reply> {
  const worker = new Worker(new URL('./thread-entry.mjs', import.meta.url), {
    workerData: { ...options.data, module: options.module.href },
    resourceLimits: { maxOldGenerationSizeMb: options.memoryMegabytes },
    // Flags of the parent (a test runner's loaders, an inspector) are nothing to a thread.
    execArgv: [],
  })
  const pending = new Map<number, Pending<Reply>>()
  let count = 0
  let ended = false
  const failAll = (error: Error) => {
    for (const { reject, timer } of pending.values()) {
      clearTimeout(timer)
      reject(error)
    }
    pending.clear()
  }
  const settle = (id: number): Pending<Reply> | undefined => {
    const waiting = pending.get(id)
    pending.delete(id)
    clearTimeout(waiting?.timer)
    if (pending.size === 0) worker.unref()
    return waiting
  }
  worker.on('message', (reply: ThreadReply<Reply>) => {
    const waiting = settle(reply.id)
    if (waiting === undefined) return
    if (reply.ok) waiting.resolve(reply.value)
    else waiting.reject(new ThreadError(reply.name, reply.message))
  })
  worker.on('error', (error) => failAll(new ThreadError(error.name, error.message)))
  worker.on('exit', () => {
    ended = true
    failAll(new ThreadError('ThreadEnded', 'The thread ended.'))
  })
  // Listening holds the process open, too.
  worker.unref()
  return {
    ask: (request, timeoutMs) =>
      new Promise((resolve, reject) => {
        if (ended) return reject(new ThreadError('ThreadEnded', 'The thread ended.'))
        const id = ++count
        const timer = setTimeout(() => {
          settle(id)
          reject(new ThreadTimeout(timeoutMs))
          void worker.terminate()
        }, timeoutMs)
        pending.set(id, { resolve, reject, timer })
        worker.ref()
        worker.postMessage({ id, request })
      }),
    end: async () => {
      await worker.terminate()
    },
  }
}
