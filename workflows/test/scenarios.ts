import type { GraphOptions } from '@countersign/activities/engine'
import { Annotation, END, interrupt, Send, START, StateGraph } from '@langchain/langgraph'
import type { EngineStage, TestRun } from '../../apps/worker/src/testing/engine-stage.ts'

export interface Scenario {
  /** Of the file. */
  name: string
  graph: GraphOptions
  /** What people do until the run ends. */
  play(stage: EngineStage, run: TestRun): Promise<void>
}

const State = Annotation.Root({
  n: Annotation<number>(),
  notes: Annotation<string[]>({ reducer: (all, more) => all.concat(more), default: () => [] }),
})
const QUICK = { metadata: { quick: true } }
const noted = (name: string) => async () => ({ notes: [name] })
const asks = async () => {
  interrupt('well?')
  return { notes: ['asked'] }
}

const simple: GraphOptions = {
  name: 'simple',
  version: '1',
  graph: new StateGraph(State)
    .addNode('quick', noted('quick'), QUICK)
    .addNode('regular', noted('regular'))
    .addNode('ask', asks, QUICK)
    .addEdge(START, 'quick')
    .addEdge('quick', 'regular')
    .addEdge('regular', 'ask')
    .addEdge('ask', END),
}

/** Wider than what a workflow lists at a time. */
const WIDE = 60
const wide: GraphOptions = {
  name: 'wide',
  version: '1',
  graph: new StateGraph(State)
    .addNode('piece', async ({ n }) => (n < 5 ? asks() : { notes: [`${n}`] }), QUICK)
    .addNode('join', noted('join'), QUICK)
    .addConditionalEdges(START, () => Array.from({ length: WIDE }, (_, n) => new Send('piece', { n })), ['piece'])
    .addEdge('piece', 'join')
    .addEdge('join', END),
}

const failing: GraphOptions = {
  name: 'failing',
  version: '1',
  graph: new StateGraph(State)
    .addNode(
      'risky',
      async ({ notes }) => {
        if (!notes.includes('mended')) throw new Error('broken')
        return { notes: ['risky'] }
      },
      { metadata: { retries: 1 } },
    )
    .addNode('beside', noted('beside'), QUICK)
    .addEdge(START, 'risky')
    .addEdge(START, 'beside')
    .addEdge('risky', END)
    .addEdge('beside', END),
}

const loop: GraphOptions = {
  name: 'loop',
  version: '1',
  graph: new StateGraph(State)
    .addNode('again', async ({ n }) => ({ n: (n ?? 0) + 1 }))
    .addEdge(START, 'again')
    .addConditionalEdges('again', ({ n }) => (n < 12 ? 'again' : END), ['again', END]),
}

const manyQuestions: GraphOptions = {
  name: 'questions',
  version: '1',
  graph: new StateGraph(State)
    .addNode('piece', asks, QUICK)
    .addConditionalEdges(START, () => Array.from({ length: 30 }, (_, n) => new Send('piece', { n })), ['piece'])
    .addEdge('piece', END),
}

export const graphs = [simple, wide, failing, loop, manyQuestions]

const answerAll = async (stage: EngineStage, run: TestRun, count: number) => {
  for (const { id } of await stage.untilAsked(run.run, count)) await stage.answer(run, id, 'approve')
}

export const scenarios: Scenario[] = [
  { name: 'simple', graph: simple, play: (stage, run) => answerAll(stage, run, 1) },
  { name: 'wide', graph: wide, play: (stage, run) => answerAll(stage, run, 5) },
  {
    name: 'parked',
    graph: failing,
    play: async (stage, run) => {
      const [first] = await stage.untilAsked(run.run, 1)
      await stage.answer(run, first?.id ?? '', 'retry')
      await stage.untilStatus(run.run, 'running')
      const [second] = await stage.untilAsked(run.run, 1)
      await stage.answer(run, second?.id ?? '', 'edit', { value: { notes: ['mended'] } })
    },
  },
  {
    name: 'aborted',
    graph: failing,
    play: async (stage, run) => {
      const [incident] = await stage.untilAsked(run.run, 1)
      await stage.answer(run, incident?.id ?? '', 'abort')
    },
  },
  {
    name: 'cancelled',
    graph: simple,
    play: async (stage, run) => {
      await stage.untilAsked(run.run, 1)
      await stage.cancel(run)
    },
  },
]

export const manySteps: Scenario = { name: 'continued', graph: loop, play: async () => undefined }

/** Continues as new while people are asked. */
export const steadyQuestions: Scenario = {
  name: 'continued-waiting',
  graph: manyQuestions,
  play: (stage, run) => answerAll(stage, run, 30),
}
