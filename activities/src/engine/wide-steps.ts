import type { StepTask } from './step-pass.ts'

/** From this many tasks on, a pass over a superstep looks at its own task only, and the superstep is committed by a pass of its own. */
const WIDE = 9

const MOST_KEPT = 100

/**
 * The tasks of wide supersteps that this process has met, by checkpoint: LangGraph makes their ids anew in every pass, always the
 * same, but only in the pass. The latest are kept.
 */
export class WideSteps {
  readonly #tasks = new Map<string, readonly string[]>()

  get(checkpoint: string): readonly string[] | undefined {
    return this.#tasks.get(checkpoint)
  }

  note(checkpoint: string, tasks: readonly StepTask[]): void {
    if (tasks.length < WIDE || this.#tasks.has(checkpoint)) return
    this.#tasks.set(
      checkpoint,
      tasks.map(({ id }) => id),
    )
    const [oldest] = this.#tasks.keys()
    if (this.#tasks.size > MOST_KEPT && oldest !== undefined) this.#tasks.delete(oldest)
  }
}
