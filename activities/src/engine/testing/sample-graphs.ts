import { Annotation, Command, END, interrupt, Send, START, StateGraph } from '@langchain/langgraph'
import { z } from 'zod'
import type { AnyStateGraph } from '../define-graph.ts'

const State = Annotation.Root({
  parts: Annotation<string[]>({ reducer: (all, more) => all.concat(more), default: () => [] }),
  n: Annotation<number>(),
  done: Annotation<string>(),
})

/** What a person said: the bare value under plain LangGraph, the decision's value under the engine. */
function said(answer: unknown): string {
  const decision = z.object({ value: z.string() }).safeParse(answer)
  return decision.success ? decision.data.value : z.string().parse(answer)
}

/** Notes what a node did outside of the state, and answers its update. */
export function did<Update>(effects: string[], effect: string, update: Update): Update {
  effects.push(effect)
  return update
}

/** A graph to be run by plain LangGraph and by the engine; `effects` notes what its nodes did outside of the state, in order. */
export interface SampleGraph {
  name: string
  build(effects: string[]): AnyStateGraph
  input: Record<string, unknown>
  /** Answer by question. */
  answers: Record<string, string>
}

const edges: SampleGraph = {
  name: 'conditional edges and reducers',
  input: { parts: ['in'] },
  answers: {},
  build: (effects) =>
    new StateGraph(State)
      .addNode('a', async () => did(effects, 'a', { parts: ['a'], n: 1 }))
      .addNode('b', async ({ n }) => did(effects, 'b', { parts: [`b${n}`] }))
      .addNode('c', async () => did(effects, 'c', { done: 'yes' }))
      .addEdge(START, 'a')
      .addConditionalEdges('a', ({ n }) => (n > 0 ? 'b' : 'c'), ['b', 'c'])
      .addEdge('b', 'c')
      .addEdge('c', END),
}

const fanOut = (width: number): SampleGraph => ({
  name: `Send to ${width} tasks and a join`,
  input: { parts: [] },
  answers: {},
  build: (effects) =>
    new StateGraph(State)
      .addNode('fan', async ({ n }) => did(effects, `fan${n}`, { parts: [`f${n}`] }))
      .addNode('join', async ({ parts }) => did(effects, 'join', { done: parts.join() }))
      .addConditionalEdges(START, () => Array.from({ length: width }, (_, n) => new Send('fan', { n })), ['fan'])
      .addEdge('fan', 'join')
      .addEdge('join', END),
})

const parallelQuestions: SampleGraph = {
  name: 'questions in parallel branches beside a branch without one',
  input: { parts: [] },
  answers: { qx: 'X', qy: 'Y', qz: 'Z' },
  build: (effects) => {
    const asks = (q: string) => async () => {
      const answer = said(interrupt(q))
      effects.push(q)
      return { parts: [answer] }
    }
    return new StateGraph(State)
      .addNode('x', asks('qx'))
      .addNode('y', asks('qy'))
      .addNode('z', asks('qz'))
      .addNode('quiet', async () => did(effects, 'quiet', { parts: ['quiet'] }))
      .addNode('join', async ({ parts }) => did(effects, 'join', { done: parts.join() }))
      .addEdge(START, 'x')
      .addEdge(START, 'y')
      .addEdge(START, 'z')
      .addEdge(START, 'quiet')
      .addEdge(['x', 'y', 'z', 'quiet'], 'join')
      .addEdge('join', END)
  },
}

const twoQuestions: SampleGraph = {
  name: 'two questions in one node',
  input: { parts: [] },
  answers: { first: 'one', second: 'two' },
  build: (effects) =>
    new StateGraph(State)
      .addNode('ask', async () => {
        const parts = [said(interrupt('first')), said(interrupt('second'))]
        effects.push('ask')
        return { parts }
      })
      .addEdge(START, 'ask')
      .addEdge('ask', END),
}

const subgraph: SampleGraph = {
  name: 'a subgraph that asks in the middle',
  input: { parts: [] },
  answers: { inner: 'IN' },
  build: (effects) => {
    const inner = new StateGraph(State)
      .addNode('before', async () => did(effects, 'before', { parts: ['before'] }))
      .addNode('ask', async () => {
        const answer = said(interrupt('inner'))
        effects.push('ask')
        return { parts: [answer] }
      })
      .addEdge(START, 'before')
      .addEdge('before', 'ask')
      .addEdge('ask', END)
      .compile()
    return new StateGraph(State)
      .addNode('sub', inner)
      .addNode('after', async () => did(effects, 'after', { done: 'ok' }))
      .addEdge(START, 'sub')
      .addEdge('sub', 'after')
      .addEdge('after', END)
  },
}

const parallelInSubgraph: SampleGraph = {
  name: 'a subgraph with two questions at once',
  input: { parts: [] },
  answers: { left: 'L', right: 'R' },
  build: (effects) => {
    const asks = (q: string) => async () => {
      const answer = said(interrupt(q))
      effects.push(q)
      return { parts: [answer] }
    }
    const inner = new StateGraph(State)
      .addNode('l', asks('left'))
      .addNode('r', asks('right'))
      .addEdge(START, 'l')
      .addEdge(START, 'r')
      .addEdge('l', END)
      .addEdge('r', END)
      .compile()
    return new StateGraph(State).addNode('sub', inner).addEdge(START, 'sub').addEdge('sub', END)
  },
}

const statefulSubgraph: SampleGraph = {
  name: 'a subgraph with a checkpointer of its own, visited three times',
  input: { parts: [], n: 0 },
  answers: {},
  build: (effects) => {
    const inner = new StateGraph(State)
      .addNode('count', async ({ n }) => did(effects, `count${n}`, { parts: [`c${n}`] }))
      .addEdge(START, 'count')
      .addEdge('count', END)
      .compile({ checkpointer: true })
    return new StateGraph(State)
      .addNode('visit', async ({ n }) => {
        const { parts } = await inner.invoke({ n, parts: [] })
        return { n: n + 1, done: parts.join() }
      })
      .addEdge(START, 'visit')
      .addConditionalEdges('visit', ({ n }) => (n < 3 ? 'visit' : END), ['visit', END])
  },
}

const loop: SampleGraph = {
  name: 'Command with goto and update in a loop',
  input: { n: 0, parts: [] },
  answers: {},
  build: (effects) =>
    new StateGraph(State)
      .addNode(
        'again',
        async ({ n }) => {
          effects.push(`again${n}`)
          return new Command({ goto: n >= 5 ? 'last' : 'again', update: { n: n + 1 } })
        },
        { ends: ['again', 'last'] },
      )
      .addNode('last', async () => did(effects, 'last', { done: 'last' }))
      .addEdge(START, 'again')
      .addEdge('last', END),
}

const commandFanOut: SampleGraph = {
  name: 'Command that sends to several tasks',
  input: { parts: [] },
  answers: {},
  build: (effects) =>
    new StateGraph(State)
      .addNode('split', async () => new Command({ goto: [1, 2].map((n) => new Send('work', { n })), update: { parts: ['split'] } }), {
        ends: ['work'],
      })
      .addNode('work', async ({ n }) => did(effects, `work${n}`, { parts: [`w${n}`] }))
      .addEdge(START, 'split')
      .addEdge('work', END),
}

export const sampleGraphs: SampleGraph[] = [
  edges,
  fanOut(3),
  fanOut(120),
  parallelQuestions,
  twoQuestions,
  subgraph,
  parallelInSubgraph,
  statefulSubgraph,
  loop,
  commandFanOut,
]
