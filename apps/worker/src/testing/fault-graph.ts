import { type AnyStateGraph, defineGraph, type GraphDefinition, runContext } from '@countersign/activities/engine'
import { reviewRequest } from '@countersign/workflows/contract'
import { Annotation, END, interrupt, START, StateGraph } from '@langchain/langgraph'

const Notes = Annotation.Root({ notes: Annotation<string[]>({ reducer: (all, more) => all.concat(more), default: () => [] }) })

export const FAULT_NODES = ['first', 'middle', 'ask', 'last'] as const

export interface FaultHooks {
  /** What a node does outside of the state; the same key again must change nothing. */
  effect(node: string, key: string): Promise<void>
  /** In the middle of a regular node, behind its effect. */
  middle(run: string): Promise<void>
}

/** A quick node, a regular one in the middle of which a fault strikes, a question, one that ends the run. */
export function faultGraph(name: string, { effect, middle }: FaultHooks, metadata: Record<string, unknown> = {}): GraphDefinition {
  const note = (node: string, then?: (run: string) => Promise<void>) => async () => {
    const { effectKey, run } = runContext()
    await effect(node, effectKey)
    await then?.(run)
    return { notes: [node] }
  }
  const ask = () => {
    interrupt(reviewRequest({ kind: 'approval', title: 'Go on?', proposal: null }))
    return { notes: ['ask'] }
  }
  const graph: AnyStateGraph = new StateGraph(Notes)
    .addNode('first', note('first'), { metadata: { quick: true, retries: 50 } })
    .addNode('middle', note('middle', middle), { metadata: { heartbeat: 1_500, retries: 50, ...metadata } })
    .addNode('ask', ask, { metadata: { quick: true, retries: 50 } })
    .addNode('last', note('last'), { metadata: { quick: true, retries: 50 } })
    .addEdge(START, 'first')
    .addEdge('first', 'middle')
    .addEdge('middle', 'ask')
    .addEdge('ask', 'last')
    .addEdge('last', END)
  return defineGraph({ name, version: '1', graph })
}
