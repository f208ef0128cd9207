import { type AnyStateGraph, defineGraph, runContext } from '@countersign/activities/engine'
import { resumeValueSchema } from '@countersign/workflows/contract'
import { Annotation, END, interrupt, START, StateGraph } from '@langchain/langgraph'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../infra/test/database.ts'
import { type EngineStage, openEngineStage, type TestRun, type TestWorker } from './testing/engine-stage.ts'
import { readHistories } from './testing/read-histories.ts'
import { until } from './testing/until.ts'

const Notes = Annotation.Root({ notes: Annotation<string[]>({ reducer: (all, more) => all.concat(more), default: () => [] }) })
const QUICK = { metadata: { quick: true } }
const REGULAR = { metadata: { heartbeat: 1_000 } }

/** What the nodes of each run did, in order; keyed as an outside effect is, so that a repeated attempt adds nothing. */
const effects = new Map<string, Map<string, string>>()
const effectsOf = ({ run }: { run: string }) => [...(effects.get(run)?.values() ?? [])]
const note = (effect: string, { run, effectKey } = runContext()) => {
  const done = effects.get(run) ?? new Map<string, string>()
  effects.set(run, done.set(`${effectKey} ${effect}`, effect))
}
const noted = (name: string) => async () => {
  note(name)
  return { notes: [name] }
}
const asks = (name: string) => async () => {
  const { value } = resumeValueSchema.parse(interrupt(name))
  note(`${name}=${value}`)
  return { notes: [`${name}=${value}`] }
}

const line = define(
  'line',
  new StateGraph(Notes)
    .addNode('first', noted('first'), QUICK)
    .addNode('second', noted('second'), REGULAR)
    .addNode('ask', asks('ask'), QUICK)
    .addNode('last', noted('last'), REGULAR)
    .addEdge(START, 'first')
    .addEdge('first', 'second')
    .addEdge('second', 'ask')
    .addEdge('ask', 'last')
    .addEdge('last', END),
)

const BRANCHES = Array.from({ length: 40 }, (_, n) => `b${n}`)
const branches = (name: string, names: string[]) => {
  const graph: AnyStateGraph = new StateGraph(Notes).addNode('join', noted('join'), QUICK)
  for (const branch of names) graph.addNode(branch, asks(branch), QUICK).addEdge(START, branch)
  return define(name, graph.addEdge(names, 'join').addEdge('join', END))
}
const three = branches('three', ['x', 'y', 'z'])
const many = branches('many', BRANCHES)

const endless = define(
  'endless',
  new StateGraph(Notes)
    .addNode(
      'endless',
      () =>
        new Promise<object>((_, reject) => {
          const context = runContext()
          note('started')
          context.signal.addEventListener('abort', () => {
            note('stopped', context)
            reject(new Error('stopped'))
          })
        }),
      REGULAR,
    )
    .addEdge(START, 'endless')
    .addEdge('endless', END),
)

function define(name: string, graph: AnyStateGraph) {
  return defineGraph({ name, version: '1', graph })
}

let created: TestDatabase
let stage: EngineStage
let worker: TestWorker
beforeAll(async () => {
  created = await createTestDatabase()
  stage = await openEngineStage({ databaseUrl: created.url, address: inject('temporalAddress') })
  worker = await stage.work([line, three, many, endless])
})
afterAll(async () => {
  await stage.close()
  await created.drop()
})

const decisionsOf = ({ run }: TestRun) =>
  stage.query<{ applied: boolean }>(
    `select applied_at is not null as applied from countersign.decisions d join countersign.reviews v on v.id = d.review where v.run = $1`,
    run,
  )
const owedTo = ({ run }: TestRun) => stage.query('select * from countersign.outbox where run = $1 and done_at is null', run)

describe('a run', () => {
  it('goes through quick and regular nodes, waits for a person, goes on and ends', async () => {
    const run = await stage.start(line, { notes: ['in'] })
    const [review] = await stage.untilAsked(run.run, 1)
    expect(await stage.status(run.run)).toBe('waiting')
    expect(review).toMatchObject({ node: 'ask', kind: 'custom', proposal: 'ask' })
    await stage.answer(run, review?.id ?? '', 'edit', { value: 'yes' })
    await run.handle.result()
    expect(effectsOf(run)).toEqual(['first', 'second', 'ask=yes', 'last'])
    expect(await stage.stateOf(worker, line, run.run)).toEqual({ notes: ['in', 'first', 'second', 'ask=yes', 'last'] })
    expect(await stage.status(run.run)).toBe('done')
    expect(await owedTo(run)).toEqual([])
  })

  it('takes a decision once that is told before it waits, again while it goes on, and after its end', async () => {
    const run = await stage.start(line, { notes: [] })
    const [review] = await stage.untilAsked(run.run, 1)
    const id = review?.id ?? ''
    // The review is in Postgres before Temporal has heard that the node waits.
    await Promise.all([stage.answer(run, id, 'edit', { value: 'yes' }), stage.tell(run, id), stage.tell(run, id)])
    await until('the run has gone on', async () => effectsOf(run).includes('ask=yes'))
    await stage.tell(run, id).catch(() => undefined)
    await run.handle.result()
    await expect(stage.tell(run, id)).rejects.toThrow()
    expect(effectsOf(run)).toEqual(['first', 'second', 'ask=yes', 'last'])
    expect(await decisionsOf(run)).toEqual([{ applied: true }])
  })

  it('changes nothing when a decision after its end starts its workflow again', async () => {
    const run = await stage.start(line, { notes: [] })
    const [review] = await stage.untilAsked(run.run, 1)
    await stage.answer(run, review?.id ?? '', 'edit', { value: 'yes' })
    await run.handle.result()
    const before = await stage.query('select * from countersign.runs where id = $1', run.run)
    const again = await stage.startAgain(run.run)
    await again.handle.result()
    expect(effectsOf(run)).toEqual(['first', 'second', 'ask=yes', 'last'])
    expect(await stage.query('select * from countersign.runs where id = $1', run.run)).toEqual(before)
  })

  it('does not go on for a signal that nobody’s decision stands behind', async () => {
    const run = await stage.start(line, { notes: [] })
    const [review] = await stage.untilAsked(run.run, 1)
    await stage.tell(run, review?.id ?? '')
    await stage.tell(run, 'rv_unknown')
    await until(
      'both signals are taken in',
      async () => (await stage.query('select * from countersign.attempts where run = $1 and task = $2', run.run, 'advance')).length > 0,
    )
    expect(await stage.status(run.run)).toBe('waiting')
    expect(await stage.openReviews(run.run)).toEqual([review])
    await stage.answer(run, review?.id ?? '', 'edit', { value: 'yes' })
    await run.handle.result()
    expect(effectsOf(run)).toEqual(['first', 'second', 'ask=yes', 'last'])
  })
})

describe('parallel questions', () => {
  it.each([
    ['x', 'y', 'z'],
    ['z', 'y', 'x'],
    ['y', 'z', 'x'],
  ])('are answered in the order %s, %s, %s, each once', async (...order) => {
    const run = await stage.start(three, { notes: [] })
    const reviews = await stage.untilAsked(run.run, 3)
    for (const [at, node] of order.entries()) {
      const review = reviews.find((entry) => entry.node === node)
      await stage.answer(run, review?.id ?? '', 'edit', { value: at })
      if (at < 2) await until('the answer is taken in', async () => effectsOf(run).length === at + 1)
    }
    await run.handle.result()
    expect(effectsOf(run)).toEqual([...order.map((node, at) => `${node}=${at}`), 'join'])
    const said = (node: string) => `${node}=${order.indexOf(node)}`
    expect(await stage.stateOf(worker, three, run.run)).toEqual({ notes: [said('x'), said('y'), said('z'), 'join'] })
  })

  it('are answered at the same moment, each once', async () => {
    const run = await stage.start(three, { notes: [] })
    const reviews = await stage.untilAsked(run.run, 3)
    await Promise.all(reviews.map(({ id, node }) => stage.answer(run, id, 'edit', { value: node })))
    await run.handle.result()
    expect(effectsOf(run).toSorted()).toEqual(['join', 'x=x', 'y=y', 'z=z'])
    expect(await decisionsOf(run)).toEqual([{ applied: true }, { applied: true }, { applied: true }])
  })

  it('take in each of a storm of decisions once while the run continues as new', async () => {
    const run = await stage.start(many, { notes: [] })
    const reviews = await stage.untilAsked(run.run, BRANCHES.length)
    const first = await run.handle.describe()
    // 4 MB of history make Temporal suggest to continue as new; the workflow reads the first argument only.
    const ballast = 'x'.repeat(150_000)
    const swell = Array.from({ length: 30 }, () => run.handle.signal('decided', reviews[0]?.id ?? '', ballast))
    const storm = reviews.flatMap(({ id, node }) => [
      stage.answer(run, id, 'edit', { value: node }),
      stage.tell(run, id).catch(() => undefined),
    ])
    await Promise.allSettled(swell)
    await Promise.all(storm)
    await run.handle.result()
    const executions = await readHistories(stage.client, first.workflowId, first.runId)
    expect(executions.length).toBeGreaterThan(1)
    expect(effectsOf(run).toSorted()).toEqual(['join', ...BRANCHES.map((node) => `${node}=${node}`)].toSorted())
    expect((await decisionsOf(run)).filter(({ applied }) => applied)).toHaveLength(BRANCHES.length)
    expect(await owedTo(run)).toEqual([])
  })
})

describe('a cancelled run', () => {
  it('stops the node under way', async () => {
    const run = await stage.start(endless, { notes: [] })
    await until('the node runs', async () => effectsOf(run).includes('started'))
    await stage.cancel(run)
    await run.handle.result()
    expect(await stage.status(run.run)).toBe('cancelled')
    await until('the node has stopped', async () => effectsOf(run).includes('stopped'))
    expect(effectsOf(run)).toEqual(['started', 'stopped'])
  })

  it('ends while it waits; its review is withdrawn', async () => {
    const run = await stage.start(line, { notes: [] })
    const [review] = await stage.untilAsked(run.run, 1)
    await stage.cancel(run)
    await run.handle.result()
    expect(await stage.status(run.run)).toBe('cancelled')
    expect(await stage.openReviews(run.run)).toEqual([])
    expect(await stage.decide(review?.id ?? '', 'edit', { value: 'too late' })).toBe(false)
    expect(effectsOf(run)).toEqual(['first', 'second'])
  })

  it('ends before it has begun', async () => {
    const run = await stage.start(line, { notes: [] })
    await stage.cancel(run)
    await run.handle.result()
    expect(await stage.status(run.run)).toBe('cancelled')
  })
})

describe('a workflow that Temporal has lost', () => {
  it('is started again and goes on from Postgres', async () => {
    const run = await stage.start(line, { notes: [] })
    const [review] = await stage.untilAsked(run.run, 1)
    await run.handle.terminate('lost')
    await stage.decide(review?.id ?? '', 'edit', { value: 'meanwhile' })
    const again = await stage.startAgain(run.run)
    await again.handle.result()
    expect(effectsOf(run)).toEqual(['first', 'second', 'ask=meanwhile', 'last'])
  })

  it('is started again in the middle of a node, which runs once more', async () => {
    const run = await stage.start(three, { notes: [] })
    const reviews = await stage.untilAsked(run.run, 3)
    await run.handle.terminate('lost')
    const again = await stage.startAgain(run.run)
    for (const { id, node } of reviews) await stage.answer(again, id, 'edit', { value: node })
    await again.handle.result()
    expect(effectsOf(run).toSorted()).toEqual(['join', 'x=x', 'y=y', 'z=z'])
    expect(await stage.status(run.run)).toBe('done')
  })
})
