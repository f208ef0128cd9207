import { type AttemptScope, attemptScope } from '@countersign/db'
import { Command } from '@langchain/langgraph'
import { z } from 'zod'
import type { RegisteredGraph } from './graph-registry.ts'
import { type Gate, gateStore } from './task-gate.ts'

export interface StepTask {
  id: string
  name: string
}

/** Where the thread stands after a pass: the newest checkpoint (committed or still held back) and what runs next. */
export interface StepView {
  checkpoint: string
  step: number
  tasks: StepTask[]
  /** The superstep the pass started from; the same where nothing was committed, empty for a run's first input. */
  from: StepTask[]
}

const eventSchema = z.object({
  config: z.object({ configurable: z.object({ checkpoint_id: z.string() }) }),
  metadata: z.object({ step: z.number() }),
  tasks: z.array(z.object({ id: z.string(), name: z.string() })),
})

export interface PassInput {
  scope: AttemptScope
  gate: Gate
  /** A run's first input; absent: go on from the head. */
  start?: { input: Record<string, unknown> }
  /** Answers by LangGraph interrupt id. */
  answers?: Record<string, unknown>
  signal?: AbortSignal
}

/**
 * One call of LangGraph that runs at most one task and commits at most one superstep, everything it writes being held back in
 * `scope`. `interruptBefore: '*'` stops it before the next superstep and, unlike `interruptAfter`, only after the next tasks
 * are known, which the checkpoint event of the stream carries: no second read of the state is needed.
 * Null after one task of a wide superstep: such a pass moves nothing, and what it would tell of the other tasks costs as much as they do.
 */
export function passStep(graph: RegisteredGraph, input: PassInput & { gate: { task: null } }): Promise<StepView>
export function passStep(graph: RegisteredGraph, input: PassInput): Promise<StepView | null>
export async function passStep(
  { compiled, wideSteps }: RegisteredGraph,
  { scope, gate, start, answers, signal }: PassInput,
): Promise<StepView | null> {
  const { run, checkpoint: head } = scope.attempt
  const tasks = wideSteps.get(head)
  if (tasks) scope.wide = { own: gate.task, tasks }
  const isSilent = tasks !== undefined && gate.task !== null
  const resume = answers && Object.keys(answers).length > 0 ? new Command({ resume: answers }) : null
  const config = {
    configurable: { thread_id: run },
    streamMode: isSilent ? ('custom' as const) : ('checkpoints' as const),
    interruptBefore: '*' as const,
    durability: 'sync' as const,
    recursionLimit: 1_000_000,
    signal,
  }
  return attemptScope.run(scope, () =>
    gateStore.run(gate, async () => {
      const events: unknown[] = []
      for await (const event of await compiled.stream(start ? start.input : resume, config)) events.push(event)
      if (isSilent) return null
      const last = eventSchema.parse(events.at(-1))
      const checkpoint = last.config.configurable.checkpoint_id
      const from = start ? [] : eventSchema.parse(events[0]).tasks
      wideSteps.note(head, from)
      wideSteps.note(checkpoint, last.tasks)
      return { checkpoint, step: last.metadata.step, tasks: last.tasks, from }
    }),
  )
}
