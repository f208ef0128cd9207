import { type AnyStateGraph, defineGraph } from '@countersign/activities/engine'
import { CountersignError, resumeValueSchema } from '@countersign/workflows/contract'
import { Annotation, END, interrupt, START, StateGraph } from '@langchain/langgraph'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../infra/test/database.ts'
import { type EngineStage, openEngineStage, type TestRun, type TestWorker } from './testing/engine-stage.ts'
import { until } from './testing/until.ts'

const Notes = Annotation.Root({ notes: Annotation<string[]>({ reducer: (all, more) => all.concat(more), default: () => [] }) })
const TWICE = { retries: 1 }

/** How often the node was tried that this file is about. */
let tries = 0
/** What that node does on its nth attempt. */
let behave: (attempt: number, notes: string[]) => Promise<object>
const noted = (name: string) => async () => ({ notes: [name] })
const risky = ({ notes }: typeof Notes.State) => {
  tries += 1
  return behave(tries, notes)
}

const lineOf = (name: string, metadata: Record<string, unknown>) =>
  define(
    name,
    new StateGraph(Notes)
      .addNode('before', noted('before'), { metadata: { quick: true } })
      .addNode('risky', risky, { metadata })
      .addNode('after', noted('after'))
      .addNode('other', noted('other'))
      .addEdge(START, 'before')
      .addConditionalEdges('before', () => 'risky', ['risky', 'other'])
      .addEdge('risky', 'after')
      .addEdge('after', END)
      .addEdge('other', END),
  )
const quick = lineOf('quick', { ...TWICE, quick: true })
const regular = lineOf('regular', TWICE)
const hasty = lineOf('hasty', { ...TWICE, startToClose: 500 })

function define(name: string, graph: AnyStateGraph, version = '1') {
  return defineGraph({ name, version, graph })
}

let created: TestDatabase
let stage: EngineStage
let worker: TestWorker
beforeAll(async () => {
  created = await createTestDatabase()
  stage = await openEngineStage({ databaseUrl: created.url, address: inject('temporalAddress') })
  worker = await stage.work([quick, regular, hasty])
})
afterAll(async () => {
  await stage.close()
  await created.drop()
})
beforeEach(() => {
  tries = 0
})

const attemptsAt = ({ run }: TestRun, node: string) =>
  stage.query<{ status: string; code: string | null }>(
    `select status, error ->> 'code' as code from countersign.attempts where run = $1 and node = $2 order by fence`,
    run,
    node,
  )

async function untilParked(run: TestRun): Promise<string> {
  await stage.untilStatus(run.run, 'parked')
  const [incident] = await stage.openReviews(run.run)
  expect(incident?.kind).toBe('incident')
  return incident?.id ?? ''
}

const fails = async () => {
  throw new Error('the disk is full')
}
const failsUnlessMended = async (_: number, notes: string[]) => {
  if (notes.includes('mended')) return { notes: ['risky'] }
  throw new Error('the disk is full')
}

describe.each([quick, regular])('a $name node whose retries are exhausted parks its run, which', (graph) => {
  it('goes on when the node is retried and works by then', async () => {
    behave = async (attempt) => (attempt < 3 ? fails() : { notes: ['risky'] })
    const run = await stage.start(graph, { notes: [] })
    const review = await untilParked(run)
    expect(tries).toBe(2)
    expect(await attemptsAt(run, 'risky')).toEqual([
      { status: 'failed', code: 'Error' },
      { status: 'failed', code: 'Error' },
    ])
    const [row] = await stage.query('select error from countersign.runs where id = $1', run.run)
    expect(row).toEqual({ error: { code: 'Error', message: 'the disk is full', node: 'risky' } })
    await stage.answer(run, review, 'retry')
    await run.handle.result()
    expect(await stage.stateOf(worker, graph, run.run)).toEqual({ notes: ['before', 'risky', 'after'] })
    expect(await stage.query('select status, error from countersign.runs where id = $1', run.run)).toEqual([
      { status: 'done', error: null },
    ])
  })

  it('parks again where the retry is in vain, and goes on with the state edited', async () => {
    behave = failsUnlessMended
    const run = await stage.start(graph, { notes: [] })
    const first = await untilParked(run)
    await stage.answer(run, first, 'retry')
    const second = await until('the next incident', async () => (await stage.openReviews(run.run)).find(({ id }) => id !== first)?.id)
    await stage.answer(run, second, 'edit', { value: { notes: ['mended'] } })
    await run.handle.result()
    expect(await stage.stateOf(worker, graph, run.run)).toEqual({ notes: ['before', 'mended', 'risky', 'after'] })
    const owed = await stage.query('select * from countersign.outbox where run = $1 and done_at is null', run.run)
    expect(owed).toEqual([])
  })

  it('goes on at the node it is told to skip to', async () => {
    behave = fails
    const run = await stage.start(graph, { notes: [] })
    await stage.answer(run, await untilParked(run), 'skip', { node: 'other' })
    await run.handle.result()
    expect(await stage.stateOf(worker, graph, run.run)).toEqual({ notes: ['before', 'other'] })
  })

  it('ends as aborted', async () => {
    behave = fails
    const run = await stage.start(graph, { notes: [] })
    await stage.answer(run, await untilParked(run), 'abort')
    await run.handle.result()
    expect(await stage.status(run.run)).toBe('aborted')
    expect(await stage.stateOf(worker, graph, run.run)).toEqual({ notes: ['before'] })
  })
})

describe('a node', () => {
  it('that says its error is for good is not tried again', async () => {
    behave = async () => {
      throw new CountersignError('unreadable_file', 'The file cannot be read.')
    }
    const run = await stage.start(regular, { notes: [] })
    await untilParked(run)
    expect(tries).toBe(1)
    const [incident] = await stage.openReviews(run.run)
    expect(incident).toMatchObject({
      title: 'risky stopped: The file cannot be read.',
      proposal: { node: 'risky', code: 'unreadable_file', message: 'The file cannot be read.' },
    })
    await stage.cancel(run)
    await run.handle.result()
  })

  it('that hangs is given up after its time, tried again, and what it does later changes nothing', async () => {
    let wake: (() => void) | undefined
    const woken = new Promise<void>((resolve) => {
      wake = resolve
    })
    behave = async (attempt) => {
      if (attempt === 1) await woken
      return { notes: [`risky ${attempt}`] }
    }
    const run = await stage.start(hasty, { notes: [] })
    await run.handle.result()
    wake?.()
    expect(await stage.stateOf(worker, hasty, run.run)).toEqual({ notes: ['before', 'risky 2', 'after'] })
    // Whether the first is cancelled before or after the second claims the task is a matter of milliseconds.
    const statuses = (await attemptsAt(run, 'risky')).map(({ status }) => status)
    expect(statuses).toEqual([expect.stringMatching(/^(failed|superseded)$/), 'done'])
  })

  it('that always hangs parks its run with what happened', async () => {
    behave = () => new Promise(() => undefined)
    const run = await stage.start(hasty, { notes: [] })
    await untilParked(run)
    const [incident] = await stage.openReviews(run.run)
    expect(incident?.proposal).toMatchObject({ code: 'timeout', node: 'risky' })
    await stage.cancel(run)
    await run.handle.result()
  })
})

describe('a run whose graph version no worker has', () => {
  const asking = (version: string) =>
    define(
      'asking',
      new StateGraph(Notes)
        .addNode('ask', async () => ({ notes: [`${version}: ${resumeValueSchema.parse(interrupt('well?')).value}`] }))
        .addEdge(START, 'ask')
        .addEdge('ask', END),
      version,
    )
  let other: EngineStage
  beforeEach(async () => {
    other = await openEngineStage({ databaseUrl: created.url, address: inject('temporalAddress'), bundle: stage.bundle })
  })
  afterEach(() => other.close())

  it('is parked when it is answered, says what is there, and goes on with its answer once a worker has it', async () => {
    const old = await other.work([asking('1')])
    const run = await other.start(asking('1'), { notes: [] })
    const [review] = await other.untilAsked(run.run, 1)
    await old.stop()
    const newer = await other.work([asking('2')])
    await other.answer(run, review?.id ?? '', 'edit', { value: 'my answer' })
    await other.untilStatus(run.run, 'parked')
    const [incident] = await other.openReviews(run.run)
    expect(incident?.title).toBe(
      'ask stopped: This run is on asking@1; registered here: asking@2. Deploy a worker that has it, or a version that takes it over (migrate), then retry.',
    )
    await newer.stop()
    const both = await other.work([asking('1'), asking('2')])
    await other.answer(run, incident?.id ?? '', 'retry')
    await run.handle.result()
    expect(await other.stateOf(both, asking('1'), run.run)).toEqual({ notes: ['1: my answer'] })
  })

  it('is parked before it begins, and begins once a worker has it', async () => {
    const newer = await other.work([asking('2')])
    const run = await other.start(asking('1'), { notes: [] })
    await other.untilStatus(run.run, 'parked')
    const [incident] = await other.openReviews(run.run)
    await newer.stop()
    await other.work([asking('1')])
    await other.answer(run, incident?.id ?? '', 'retry')
    const [review] = await other.untilAsked(run.run, 1)
    await other.answer(run, review?.id ?? '', 'edit', { value: 'ok' })
    await run.handle.result()
    expect(await other.status(run.run)).toBe('done')
  })

  it('is not lost when Temporal loses its workflow meanwhile', async () => {
    const old = await other.work([asking('1')])
    const run = await other.start(asking('1'), { notes: [] })
    const [review] = await other.untilAsked(run.run, 1)
    await old.stop()
    await run.handle.terminate('lost')
    const newer = await other.work([asking('2')])
    await other.decide(review?.id ?? '', 'edit', { value: 'my answer' })
    const again = await other.startAgain(run.run)
    await other.untilStatus(run.run, 'parked')
    const [incident] = await other.openReviews(run.run)
    await newer.stop()
    const both = await other.work([asking('1')])
    await other.answer(again, incident?.id ?? '', 'retry')
    await again.handle.result()
    expect(await other.stateOf(both, asking('1'), run.run)).toEqual({ notes: ['1: my answer'] })
    const owed = await other.query('select * from countersign.outbox where run = $1 and done_at is null', run.run)
    expect(owed).toEqual([])
  })
})
