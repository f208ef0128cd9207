import { defineGraph, type GraphDefinition, type GraphOptions, runContext } from '@countersign/activities/engine'
import { Annotation, END, interrupt, START, StateGraph } from '@langchain/langgraph'
import { z } from 'zod'

const QUICK = { metadata: { quick: true } }

const State = Annotation.Root({
  notes: Annotation<string[]>({ reducer: (all, more) => all.concat(more), default: () => [] }),
  broken: Annotation<boolean>,
})

/** What a person said: the bare proposal where it was approved. */
const said = (answer: unknown): string => String(z.object({ value: z.unknown() }).parse(answer).value)

/** A graph with everything that a fork can start in the middle of. `did` tells what its nodes did outside of the state: run, node. */
export function travelGraph(did: [run: string, node: string][], options: Partial<GraphOptions> = {}): GraphDefinition {
  const does = (node: string) => () => {
    did.push([runContext().run, node])
    return { notes: [node] }
  }
  const inner = new StateGraph(State)
    .addNode('before', does('before'))
    .addNode('within', ({ notes }) => ({ notes: [`within ${said(interrupt(`within, after ${notes.at(-1)}`))}`] }))
    .addEdge(START, 'before')
    .addEdge('before', 'within')
    .addEdge('within', END)
    .compile()
  const graph = new StateGraph(State)
    .addNode('write', does('write'), QUICK)
    .addNode('sub', async (state) => ({ notes: (await inner.invoke({ ...state, notes: [] })).notes }), { ...QUICK, subgraphs: [inner] })
    .addNode('left', does('left'), QUICK)
    .addNode('right', does('right'), QUICK)
    .addNode('ask', ({ notes }) => ({ notes: [`asked ${said(interrupt(`${notes.length} notes`))}`] }), QUICK)
    .addNode(
      'pay',
      async ({ broken }) => {
        if (broken) throw Object.assign(new Error('the bank is closed'), { name: 'closed' })
        const { effect } = runContext()
        await effect('payment', { amount: 12 }, async () => did.push([runContext().run, 'pay']))
        return { notes: ['paid'] }
      },
      { metadata: { quick: true, retries: 0 } },
    )
    .addEdge(START, 'write')
    .addEdge('write', 'sub')
    .addEdge('sub', 'left')
    .addEdge('sub', 'right')
    .addEdge(['left', 'right'], 'ask')
    .addEdge('ask', 'pay')
    .addEdge('pay', END)
  return defineGraph({ name: 'travel', version: '1', graph, ...options })
}
