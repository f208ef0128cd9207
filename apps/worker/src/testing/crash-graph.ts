import { setTimeout as pause } from 'node:timers/promises'
import { type AnyStateGraph, defineGraph, type GraphDefinition, runContext } from '@countersign/activities/engine'
import { Annotation, END, START, StateGraph } from '@langchain/langgraph'

const Notes = Annotation.Root({ notes: Annotation<string[]>({ reducer: (all, more) => all.concat(more), default: () => [] }) })
/** Many workers die under each run. */
const RETRIES = 100
const QUICK = { metadata: { quick: true, retries: RETRIES } }
const REGULAR = { metadata: { heartbeat: 1_000, retries: RETRIES } }

export const CRASH_NODES = ['quick', 'regular', 'left', 'right', 'join'] as const

export interface CrashGraphHooks {
  /** The node's outside effect; a repetition under the same key must change nothing. */
  effect(key: string, node: string): Promise<void>
  /** Called before and after the effect. */
  passed(place: { run: string; node: string }, point: string): Promise<void>
  /** Whether the first attempt of the frozen graph may go on. */
  released(): Promise<boolean>
}

/** A quick node, a regular one, two in parallel, and one that ends the run; each has an effect. */
export function crashGraph({ effect, passed }: CrashGraphHooks): GraphDefinition {
  const node = (name: string) => async () => {
    const { run, effectKey } = runContext()
    await passed({ run, node: name }, 'before the effect')
    await effect(effectKey, name)
    await passed({ run, node: name }, 'after the effect')
    return { notes: [name] }
  }
  const graph: AnyStateGraph = new StateGraph(Notes)
    .addNode('quick', node('quick'), QUICK)
    .addNode('regular', node('regular'), REGULAR)
    .addNode('left', node('left'), REGULAR)
    .addNode('right', node('right'), QUICK)
    .addNode('join', node('join'), QUICK)
    .addEdge(START, 'quick')
    .addEdge('quick', 'regular')
    .addEdge('regular', 'left')
    .addEdge('regular', 'right')
    .addEdge(['left', 'right'], 'join')
    .addEdge('join', END)
  return defineGraph({ name: 'crash', version: '1', graph })
}

/** One node whose first attempt goes on only once it is released. */
export function frozenGraph({ effect, released }: CrashGraphHooks): GraphDefinition {
  const graph: AnyStateGraph = new StateGraph(Notes)
    .addNode(
      'slow',
      async () => {
        const { attempt, effectKey } = runContext()
        await effect(`${effectKey} attempt ${attempt}`, 'slow')
        while (attempt === 1 && !(await released())) await pause(10)
        return { notes: [`attempt ${attempt}`] }
      },
      { metadata: { heartbeat: 2_000, retries: RETRIES } },
    )
    .addEdge(START, 'slow')
    .addEdge('slow', END)
  return defineGraph({ name: 'frozen', version: '1', graph })
}
