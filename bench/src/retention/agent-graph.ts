import { defineGraph, type GraphDefinition } from '@countersign/activities/engine'
import { Annotation, END, START, StateGraph } from '@langchain/langgraph'

export interface Turn {
  role: 'model' | 'tool'
  content: string
}
const State = Annotation.Root({
  /** The whole conversation, as agents keep it: a new value of all of it with every step. */
  messages: Annotation<Turn[]>({ reducer: (all, more) => all.concat(more), default: () => [] }),
  left: Annotation<number>(),
})
const QUICK = { metadata: { quick: true } }
const WORDS = 'order invoice refund customer address parcel courier delay total due account ledger receipt supplier answer'.split(' ')

/** Some ten words that differ from step to step. */
const say = (step: number): string => Array.from({ length: 10 }, (_, index) => WORDS[(step * (index + 3) + index) % WORDS.length]).join(' ')

/** An agent that calls a tool and reads its answer, again and again; `left`: how many steps it takes. */
export function agentGraph(): GraphDefinition {
  const graph = new StateGraph(State)
    .addNode(
      'model',
      ({ left }) => ({ messages: [{ role: 'model' as const, content: `call ${left}: ${say(left)}` }], left: left - 1 }),
      QUICK,
    )
    .addNode('tool', ({ left }) => ({ messages: [{ role: 'tool' as const, content: `found ${say(left * 7)}` }], left: left - 1 }), QUICK)
    .addEdge(START, 'model')
    .addConditionalEdges('model', ({ left }) => (left > 0 ? 'tool' : END), ['tool', END])
    .addConditionalEdges('tool', ({ left }) => (left > 0 ? 'model' : END), ['model', END])
  return defineGraph({ name: 'bench-agent', version: '1', graph })
}
