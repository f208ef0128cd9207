import { setTimeout as delay } from 'node:timers/promises'
import { defineGraph, type GraphDefinition, runContext } from '@countersign/activities/engine'
import { Annotation, END, interrupt, START, StateGraph } from '@langchain/langgraph'
import type pg from 'pg'

const State = Annotation.Root({ n: Annotation<number>() })
const QUICK = { metadata: { quick: true } }

/** Six nodes in a line that each take `ms`, then nothing more. */
export function lineGraph(ms: number): StateGraph<typeof State.spec, typeof State.State, typeof State.Update, string> {
  const work = async ({ n }: typeof State.State) => {
    if (ms > 0) await delay(ms)
    return { n: n + 1 }
  }
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const graph: StateGraph<typeof State.spec, typeof State.State, typeof State.Update, string> = new StateGraph(State)
  for (const name of names) graph.addNode(name, work, QUICK)
  graph.addEdge(START, 'a').addEdge('f', END)
  for (const [index, name] of names.slice(1).entries()) graph.addEdge(names[index] ?? 'a', name)
  return graph
}

export const LINE_STEPS = 6

/** Proposes, asks, and does something outside of the state after the answer: when, by this machine's clock. */
export function pauseGraph(pool: pg.Pool): GraphDefinition {
  const graph = new StateGraph(State)
    .addNode('propose', async () => ({ n: 1 }), QUICK)
    .addNode('ask', async () => (interrupt('go on?') ? { n: 2 } : {}), QUICK)
    .addNode(
      'after',
      async () => {
        await noteEffect(pool)
        return { n: 3 }
      },
      QUICK,
    )
    .addEdge(START, 'propose')
    .addEdge('propose', 'ask')
    .addEdge('ask', 'after')
    .addEdge('after', END)
  return defineGraph({ name: 'bench-pause', version: '1', graph })
}

/** A quick node again and again: shows when a run goes on after a crash. */
export function tickGraph(pool: pg.Pool): GraphDefinition {
  const graph = new StateGraph(State)
    .addNode(
      'tick',
      async ({ n }) => {
        await delay(20)
        await noteEffect(pool)
        return { n: n + 1 }
      },
      QUICK,
    )
    .addEdge(START, 'tick')
    .addConditionalEdges('tick', ({ n }) => (n < 100_000 ? 'tick' : END), ['tick', END])
  return defineGraph({ name: 'bench-tick', version: '1', graph })
}

async function noteEffect(pool: pg.Pool): Promise<void> {
  const { run, effectKey } = runContext()
  await pool.query('insert into bench_effects (key, run, at) values ($1, $2, $3) on conflict do nothing', [effectKey, run, now()])
}

/** Milliseconds since 1970 with fractions, comparable between processes of one machine. */
export const now = (): number => performance.timeOrigin + performance.now()
