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

/** A worker thread, or a process, that answers one kind of request, one after the other. */
export interface Thread<Request, Reply> {
  /** Of a process of its own. */
  pid?: number | undefined
  /** Throws {@link ThreadTimeout} (and ends the thread), or {@link ThreadError} with what was thrown there. */
  ask(request: Request, timeoutMs: number): Promise<Reply>
  /** Ends the thread whatever it does; pending requests are rejected. */
  end(): Promise<void>
}
