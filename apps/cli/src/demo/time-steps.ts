import { formatTook } from '../output/format-values.ts'

/** Measures the demo's steps; they may overlap. */
export interface StepClock {
  /** Seconds since the demo began. */
  elapsed(): number
  /** Runs `work` and remembers how long it took, also when it failed. */
  step<T>(name: string, work: () => Promise<T>): Promise<T>
  /** One line per step, in the order in which they began: when it began, how long it took. */
  report(): string[]
}

/**
 * Counts from `start`, in milliseconds since 1970: what was done before this process began (`here`) belongs to the
 * person's wait too, and is the first step.
 */
export function createStepClock(start: number, here: number): StepClock {
  const steps: { name: string; from: number; took: number | null }[] = [{ name: 'set up', from: 0, took: (here - start) / 1000 }]
  const elapsed = () => (Date.now() - start) / 1000
  return {
    elapsed,
    async step(name, work) {
      const step: (typeof steps)[number] = { name, from: elapsed(), took: null }
      steps.push(step)
      try {
        return await work()
      } finally {
        step.took = elapsed() - step.from
      }
    },
    report: () =>
      steps.map(
        ({ name, from, took }) => `${`${from.toFixed(1)} s`.padStart(9)}  ${took === null ? '…' : formatTook(took).padStart(7)}  ${name}`,
      ),
  }
}
