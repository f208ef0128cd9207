/** A sleep that can be cut short; a ring while nobody sleeps cuts the next one. */
export interface Alarm {
  /** Answers whether a ring ended it. */
  sleep(milliseconds: number): Promise<boolean>
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
      const heard = rung
      wake = null
      rung = false
      return heard
    },
  }
}
