/** Something that was started and must be stopped. */
export interface Stoppable {
  readonly name: string
  stop(): Promise<void>
  /** Ends it without asking; only for a second Ctrl-C. */
  kill?(): void
}

/** Stops what was started, last started first, exactly once. */
export interface Shutdown {
  /** Remembers a part. One that comes late, while everything is being stopped, is stopped too. */
  add(part: Stoppable): void
  /** Stops everything and waits. A part that fails to stop does not keep the others running; the errors are answered. */
  stopAll(): Promise<Error[]>
  killAll(): void
}

/** `around` is called around each stop, to measure it. */
export function createShutdown(around: (name: string, stop: () => Promise<void>) => Promise<void> = (_name, stop) => stop()): Shutdown {
  const parts: Stoppable[] = []
  const errors: Error[] = []
  let stopping: Promise<void> | undefined
  const stopRest = async () => {
    for (let part = parts.at(-1); part !== undefined; part = parts.at(-1)) {
      // It stays in the list until it is gone, so that a second Ctrl-C still finds it.
      const { name, stop } = part
      const error = await around(name, stop).then(() => undefined, toError)
      if (error !== undefined) errors.push(error)
      parts.splice(parts.indexOf(part), 1)
    }
  }
  return {
    add(part) {
      parts.push(part)
      if (stopping !== undefined) stopping = stopping.then(stopRest)
    },
    async stopAll() {
      stopping ??= stopRest()
      await stopping
      return errors
    },
    killAll() {
      for (const part of parts) part.kill?.()
    },
  }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
