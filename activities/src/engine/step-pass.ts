import { type AttemptScope, attemptScope } from '@countersign/db'
import { Command } from '@langchain/langgraph'
import { z } from 'zod'
import type { AnyCompiledGraph } from './define-graph.ts'
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
 */
export async function passStep(graph: AnyCompiledGraph, { scope, gate, start, answers, signal }: PassInput): Promise<StepView> {
  const resume = answers && Object.keys(answers).length > 0 ? new Command({ resume: answers }) : null
  const config = {
    configurable: { thread_id: scope.attempt.run },
    streamMode: 'checkpoints' as const,
    interruptBefore: '*' as const,
    durability: 'sync' as const,
    recursionLimit: 1_000_000,
    signal,
  }
  return attemptScope.run(scope, () =>
    gateStore.run(gate, async () => {
      const events: unknown[] = []
      for await (const event of await graph.stream(start ? start.input : resume, config)) events.push(event)
      const last = eventSchema.parse(events.at(-1))
      return {
        checkpoint: last.config.configurable.checkpoint_id,
        step: last.metadata.step,
        tasks: last.tasks,
        from: start ? [] : eventSchema.parse(events[0]).tasks,
      }
    }),
  )
}
