import { CountersignError, reviewRequest } from '@countersign/workflows/contract'
import { Command, END, MemorySaver, START, StateGraph } from '@langchain/langgraph'
import type { BaseCheckpointSaver } from '@langchain/langgraph-checkpoint'
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../infra/test/database.ts'
import { defineGraph, type GraphOptions } from './define-graph.ts'
import { line, Notes } from './testing/line-graph.ts'
import { did, type SampleGraph, sampleGraphs } from './testing/sample-graphs.ts'
import { callTask, drive, localTier, postgresTier, TENANT, type Tier } from './testing/test-engine.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const tiers: [string, (options: Omit<GraphOptions, 'name' | 'version'>) => Tier][] = [
  ['MemorySaver', (options) => localTier(new MemorySaver(), [graphOf(options)])],
  ['SQLite', (options) => localTier(SqliteSaver.fromConnString(':memory:'), [graphOf(options)])],
  ['Postgres', (options) => postgresTier(database.url, [graphOf(options)])],
]

const graphOf = (options: Omit<GraphOptions, 'name' | 'version'>) => defineGraph({ name: 'sample', version: '1', ...options })

async function withTier<T>(make: () => Tier, body: (tier: Tier) => Promise<T>): Promise<T> {
  const tier = make()
  try {
    return await body(tier)
  } finally {
    await tier.close()
  }
}

async function stateOf(tier: Tier, run: string): Promise<Record<string, unknown>> {
  return (await tier.deps.graphs.get('sample', '1').compiled.getState({ configurable: { thread_id: run } })).values
}

const sampleDefinition = (tier: Tier) => tier.deps.graphs.get('sample', '1').definition

/** Runs a sample by plain LangGraph in one process: the truth the engine is held to. */
async function runPlain(sample: SampleGraph, checkpointer: BaseCheckpointSaver) {
  const effects: string[] = []
  const graph = sample.build(effects).compile({ checkpointer })
  const config = { configurable: { thread_id: 'plain' } }
  await graph.invoke(sample.input, config)
  for (;;) {
    const state = await graph.getState(config)
    const open = state.tasks.flatMap((task) => task.interrupts)
    if (open.length === 0) return { values: state.values, effects }
    const resume = Object.fromEntries(open.map(({ id, value }) => [id, sample.answers[String(value)]]))
    await graph.invoke(new Command({ resume }), config)
  }
}

async function runStepped(tier: Tier, sample: SampleGraph, effects: string[], answerOrder: (reviews: string[]) => string[]) {
  const run = await tier.addRun(sampleDefinition(tier), sample.input)
  let cursor = await drive(tier.deps, run)
  while (cursor.status !== 'done') {
    const [review] = answerOrder(cursor.waits.map((wait) => wait.review))
    if (!review) throw new Error('the run neither ended nor waits')
    expect(await tier.status(run)).toBe('waiting')
    await tier.answer(review, 'edit', sample.answers[String(await tier.question(review))])
    cursor = await drive(tier.deps, run)
  }
  expect(await tier.status(run)).toBe('done')
  return { values: await stateOf(tier, run), effects }
}

describe.each(tiers)('on %s', (_, makeTier) => {
  describe.each(sampleGraphs)('a graph with $name', (sample) => {
    const orders: [string, (reviews: string[]) => string[]][] = [['first', (reviews) => reviews]]
    if (Object.keys(sample.answers).length > 1) orders.push(['last', (reviews) => reviews.toReversed()])

    it.each(orders)(
      'ends in the state and with the effects that plain LangGraph gives, answered %s question first',
      async (_which, order) => {
        const plain = await runPlain(sample, new MemorySaver())
        const effects: string[] = []
        const stepped = await withTier(
          () => makeTier({ graph: sample.build(effects) }),
          (tier) => runStepped(tier, sample, effects, order),
        )
        if (Object.keys(sample.answers).length < 2) {
          expect(stepped).toEqual(plain)
        } else {
          // Questions answered one at a time: the same effects, in the order of the answers.
          expect(sorted(stepped.effects)).toEqual(sorted(plain.effects))
          expect(stepped.values).toEqual(plain.values)
        }
      },
    )
  })

  it('runs again only the parallel task that failed', async () => {
    const effects: string[] = []
    let broken = true
    const graph = new StateGraph(Notes)
      .addNode('good', async () => did(effects, 'good', { notes: ['good'] }))
      .addNode('bad', async () => {
        if (broken) throw new Error('not yet')
        effects.push('bad')
        return { notes: ['bad'] }
      })
      .addEdge(START, 'good')
      .addEdge(START, 'bad')
      .addEdge('good', END)
      .addEdge('bad', END)
    await withTier(
      () => makeTier({ graph }),
      async (tier) => {
        const run = await tier.addRun(sampleDefinition(tier), { notes: [] })
        await expect(drive(tier.deps, run)).rejects.toThrow('not yet')
        broken = false
        expect((await drive(tier.deps, run)).status).toBe('done')
        expect(effects).toEqual(['good', 'bad'])
        expect(await stateOf(tier, run)).toEqual({ notes: ['bad', 'good'] })
      },
    )
  })

  it('goes on inside a subgraph after a failure, without repeating what the subgraph had finished', async () => {
    const effects: string[] = []
    let broken = true
    const inner = new StateGraph(Notes)
      .addNode('one', async () => did(effects, 'one', { notes: ['one'] }))
      .addNode('two', async () => {
        if (broken) throw new Error('not yet')
        effects.push('two')
        return { notes: ['two'] }
      })
      .addEdge(START, 'one')
      .addEdge('one', 'two')
      .addEdge('two', END)
      .compile()
    const graph = new StateGraph(Notes).addNode('sub', inner).addEdge(START, 'sub').addEdge('sub', END)
    await withTier(
      () => makeTier({ graph }),
      async (tier) => {
        const run = await tier.addRun(sampleDefinition(tier), { notes: [] })
        await expect(drive(tier.deps, run)).rejects.toThrow('not yet')
        broken = false
        await drive(tier.deps, run)
        expect(effects).toEqual(['one', 'two'])
        expect(await stateOf(tier, run)).toEqual({ notes: ['one', 'two'] })
      },
    )
  })

  describe('static interrupts', () => {
    it('stop before a node until the breakpoint is approved', async () => {
      const effects: string[] = []
      await withTier(
        () => makeTier({ graph: line(effects), interruptBefore: ['b'] }),
        async (tier) => {
          const run = await tier.addRun(sampleDefinition(tier), { notes: [] })
          const stopped = await drive(tier.deps, run)
          expect(effects).toEqual(['a'])
          await tier.answer(reviewOf(stopped), 'approve')
          expect((await drive(tier.deps, run)).status).toBe('done')
          expect(effects).toEqual(['a', 'b', 'c'])
        },
      )
    })

    it('stop after a node; an edit there changes the state the next node sees', async () => {
      const effects: string[] = []
      await withTier(
        () => makeTier({ graph: line(effects), interruptAfter: ['b'] }),
        async (tier) => {
          const run = await tier.addRun(sampleDefinition(tier), { notes: [] })
          const stopped = await drive(tier.deps, run)
          expect(effects).toEqual(['a', 'b'])
          await tier.answer(reviewOf(stopped), 'edit', { notes: ['edited'] })
          await drive(tier.deps, run)
          expect(effects).toEqual(['a', 'b', 'c'])
          expect(await stateOf(tier, run)).toEqual({ notes: ['a', 'b', 'edited', 'c'] })
        },
      )
    })
  })

  describe('an incident', () => {
    async function park(tier: Tier, run: string) {
      const failed = await drive(tier.deps, run).catch((error: unknown) => error)
      expect(failed).toBeInstanceOf(Error)
      const code = failed instanceof CountersignError ? failed.code : 'Error'
      const cursor = await callTask(tier.deps, { tenant: TENANT, run, checkpoint: 'asks for the cursor', task: 'advance', node: 'advance' })
      if (!('cursor' in cursor)) throw new Error('expected a cursor')
      const [group] = cursor.cursor.ready
      const task = group?.tasks[0]
      if (!group || !task) throw new Error('expected a task that is ready')
      const { checkpoint } = cursor.cursor
      const review = await tier.deps.store.park(
        { tenant: TENANT, run, checkpoint, task, node: group.node, code, message: 'broken' },
        () => incident,
      )
      if (!review) throw new Error('expected an incident')
      expect(await tier.status(run)).toBe('parked')
      return review
    }

    it('is left by retrying the node', async () => {
      await withBroken(makeTier, async ({ tier, run, effects, mend }) => {
        const review = await park(tier, run)
        mend()
        await tier.answer(review, 'retry')
        expect((await drive(tier.deps, run)).status).toBe('done')
        expect(effects).toEqual(['a', 'b', 'c'])
      })
    })

    it('is left by editing the state and retrying', async () => {
      await withBroken(makeTier, async ({ tier, run, effects }) => {
        await tier.answer(await park(tier, run), 'edit', { notes: ['mended'] })
        expect((await drive(tier.deps, run)).status).toBe('done')
        expect(effects).toEqual(['a', 'b', 'c'])
        expect(await stateOf(tier, run)).toEqual({ notes: ['a', 'mended', 'b', 'c'] })
      })
    })

    it('can be retried in vain, and the edit of the second incident still counts', async () => {
      await withBroken(makeTier, async ({ tier, run }) => {
        await tier.answer(await park(tier, run), 'edit', { notes: ['no help'] })
        await tier.answer(await park(tier, run), 'edit', { notes: ['mended'] })
        await drive(tier.deps, run)
        expect(await stateOf(tier, run)).toEqual({ notes: ['a', 'no help', 'mended', 'b', 'c'] })
      })
    })

    it('is left by skipping to a named node; the edges of the skipped one are not followed', async () => {
      await withBroken(makeTier, async ({ tier, run, effects }) => {
        await tier.answer(await park(tier, run), 'skip', null, 'd')
        expect((await drive(tier.deps, run)).status).toBe('done')
        expect(effects).toEqual(['a', 'd'])
      })
    })

    it.each([
      ['skip', null, 'nowhere', 'has no node “nowhere”'],
      ['edit', { colour: 'red' }, undefined, 'has no key “colour”'],
    ] as const)('says why it cannot %s as ordered, and takes the next order', async (verb, value, node, why) => {
      await withBroken(makeTier, async ({ tier, run, effects, mend }) => {
        await tier.answer(await park(tier, run), verb, value, node)
        await expect(drive(tier.deps, run)).rejects.toThrow(why)
        const again = await park(tier, run)
        mend()
        await tier.answer(again, 'retry')
        expect((await drive(tier.deps, run)).status).toBe('done')
        expect(effects).toEqual(['a', 'b', 'c'])
      })
    })

    it('is left by aborting the run', async () => {
      await withBroken(makeTier, async ({ tier, run, effects }) => {
        await tier.answer(await park(tier, run), 'abort')
        expect((await drive(tier.deps, run)).status).toBe('done')
        expect(await tier.status(run)).toBe('aborted')
        expect(effects).toEqual(['a'])
      })
    })
  })
})

const incident = reviewRequest({ kind: 'incident', title: 'b stopped', verbs: ['retry', 'edit', 'skip', 'abort'], proposal: null })

async function withBroken(
  makeTier: (options: Omit<GraphOptions, 'name' | 'version'>) => Tier,
  body: (context: { tier: Tier; run: string; effects: string[]; mend(): void }) => Promise<void>,
): Promise<void> {
  const effects: string[] = []
  let broken = true
  const graph = line(effects, (notes) => broken && !notes.includes('mended'))
  await withTier(
    () => makeTier({ graph }),
    async (tier) => {
      const run = await tier.addRun(sampleDefinition(tier), { notes: [] })
      await body({ tier, run, effects, mend: () => (broken = false) })
    },
  )
}

const reviewOf = (cursor: { waits: { review: string }[] }): string => cursor.waits[0]?.review ?? ''
const sorted = (list: string[]) => [...list].sort()
