/** A sleep that can be cut short; a ring while nobody sleeps cuts the next one. */
export interface Alarm {
  sleep(milliseconds: number): Promise<void>
  ring(): void
}

export function createAlarm(): Alarm {
  let rung = false
  let wake: (() => void) | null = null
  return {
    ring() {
      rung = true
      wake?.()
    },
    async sleep(milliseconds) {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      wake = null
      rung = false
    },
  }
}

/** An error and what caused it, in one line. */
export function sayCauses(error: unknown): string {
  const said: string[] = []
  for (let cause = error; cause instanceof Error; cause = cause.cause) said.push(cause.message)
  return said.length > 0 ? said.join(': ') : String(error)
}
