import { defineGraph, type GraphDefinition } from '@countersign/activities/engine'
import type { CountersignClient } from '@countersign/client'
import { runWorkflowId } from '@countersign/workflows/contract'
import { Annotation, END, interrupt, START, StateGraph } from '@langchain/langgraph'
import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Scene, setScene } from '../../../client/test/scene.ts'
import { createTestNamespace, type TestNamespace } from '../../../client/test/temporal.ts'
import { type RunningWorker, startWorker } from './start-worker.ts'
import { travelGraph } from './testing/travel-graph.ts'
import { until } from './testing/until.ts'

let scene: Scene
let temporal: TestNamespace
let worker: RunningWorker
let ada: CountersignClient

const did: [run: string, node: string][] = []
const travel = travelGraph(did)
const didOf = (run: string) => did.flatMap(([by, node]) => (by === run ? [node] : []))

const Notes = Annotation.Root({
  notes: Annotation<string[]>({ reducer: (all, more) => all.concat(more), default: () => [] }),
  title: Annotation<string>,
})
/** A graph whose state and last node differ from version to version. */
const deployed = (version: string, { last = 'last', ...options }: { last?: string } & Partial<GraphDefinition> = {}) =>
  defineGraph({
    name: 'deployed',
    version,
    graph: new StateGraph(Notes)
      .addNode('ask', ({ notes }) => ({ notes: [JSON.stringify(interrupt(notes.join()))] }), { metadata: { quick: true } })
      .addNode(last, ({ title }) => ({ notes: [`${title} by version ${version}`] }), { metadata: { quick: true } })
      .addEdge(START, 'ask')
      .addEdge('ask', last)
      .addEdge(last, END),
    ...options,
  })

const work = (graphs: GraphDefinition[]): Promise<RunningWorker> =>
  startWorker({
    databaseUrl: scene.url,
    temporalAddress: temporal.address,
    temporalNamespace: temporal.namespace,
    graphs,
    log: pino({ level: 'silent' }),
  })

async function deploy(...graphs: GraphDefinition[]): Promise<void> {
  await worker.stop()
  worker = await work([travel, ...graphs])
}

beforeAll(async () => {
  ;[scene, temporal] = await Promise.all([setScene(), createTestNamespace()])
  worker = await work([travel, deployed('1'), deployed('2')])
  ada = scene.client({ temporalAddress: temporal.address, temporalNamespace: temporal.namespace })
})
afterAll(async () => {
  await worker.stop()
  await temporal.close()
  await scene.close()
})

const query = async <Row extends object>(sql: string, ...values: unknown[]) => (await scene.database.pool.query<Row>(sql, values)).rows
const statusOf = async (run: string) => (await ada.getRun(run)).status
const untilStatus = (run: string, status: string) => until(`${run} is ${status}`, async () => (await statusOf(run)) === status)
const reviewsOf = (run: string) =>
  query<{ id: string; node: string; proposal: unknown; title: string }>(
    `select id, node, request -> 'proposal' as proposal, title from countersign.reviews where run = $1 and status = 'open' order by opened_at`,
    run,
  )

async function asked(run: string) {
  return await until(`${run} asks`, async () => (await reviewsOf(run))[0])
}

/** Approves whatever is asked until the run ends. Answers what was asked. */
async function approveAll(run: string): Promise<unknown[]> {
  const questions: unknown[] = []
  for (;;) {
    const review = await until(
      `${run} asks or ends`,
      async () => (await reviewsOf(run))[0] ?? ((await statusOf(run)) === 'done' ? 'done' : undefined),
    )
    if (review === 'done') return questions
    questions.push(review.proposal)
    await ada.decide({ review: review.id, verb: 'approve' })
    await until(`${review.id} is taken in`, async () => !(await reviewsOf(run)).some(({ id }) => id === review.id))
  }
}

/** Plain LangGraph on the same Postgres: the graph as its author compiles it, and no engine. */
const plain = ({ graph }: GraphDefinition) =>
  graph.compile({ checkpointer: new PostgresSaver(scene.database.pool, undefined, { schema: 'langgraph' }) })
const notesOf = async (run: string, graph = travel): Promise<string[]> =>
  (await plain(graph).getState({ configurable: { thread_id: run } })).values.notes

async function historyOf(run: string) {
  const states = []
  for await (const state of plain(travel).getStateHistory({ configurable: { thread_id: run } })) states.push(state)
  return states
}

/** Every row of every table that belongs to a run. */
async function rowsOf(run: string): Promise<string> {
  const tables = await query<{ name: string; key: string }>(
    `select table_schema || '.' || table_name as name, column_name as key from information_schema.columns
      where (table_schema = 'countersign' and column_name = 'run') or (table_schema = 'langgraph' and column_name = 'thread_id') order by 1`,
  )
  const all = await Promise.all(
    [...tables, { name: 'countersign.runs', key: 'id' }].map(({ name, key }) =>
      // The seal of an audit entry is set a moment after it.
      query(`select (to_jsonb(t) - 'mac' - 'position')::text as row from ${name} t where ${key} = $1 order by 1`, run),
    ),
  )
  return JSON.stringify(all)
}

const WHOLE = ['write', 'before', 'within within, after before', 'left', 'right', 'asked 5 notes', 'paid']

async function finished(): Promise<string> {
  const { run } = await ada.startRun({ graph: 'travel', version: '1', input: { notes: [] } })
  await approveAll(run)
  return run
}

it('a fork from any checkpoint of a finished run ends as that run did: it asks again, does its own effects, and leaves the parent untouched', async () => {
  const parent = await finished()
  expect(await notesOf(parent)).toEqual(WHOLE)
  const { items } = await ada.getHistory(parent, { limit: 100 })
  const before = await rowsOf(parent)
  const checkpoints = items.filter(({ next }) => next.length > 0)
  expect(checkpoints.length).toBe(5)
  const forks = await Promise.all(
    checkpoints.map(async ({ id: checkpoint, next }) => ({ next, ...(await ada.forkRun(parent, { checkpoint })) })),
  )
  await Promise.all(
    forks.map(async ({ run, next }) => {
      const questions = await approveAll(run)
      expect(await notesOf(run)).toEqual(WHOLE)
      const asks = [!['left', 'right', 'ask', 'pay'].some((node) => next.includes(node)), !next.includes('pay')]
      expect(questions).toHaveLength(asks.filter(Boolean).length)
      expect(didOf(run).at(-1)).toBe('pay')
    }),
  )
  expect(didOf(parent).filter((node) => node === 'pay')).toEqual(['pay'])
  expect(await rowsOf(parent)).toBe(before)
  const states = await historyOf(forks.at(-1)?.run ?? '')
  expect(states[0]?.values.notes).toEqual(WHOLE)
  expect(states.at(-1)?.metadata?.source).toMatch(/fork|input/)
}, 90_000)

it('a fork into the middle of a subgraph goes on there: its first node does not run again', async () => {
  const parent = await finished()
  const { items } = await ada.getHistory(parent, { limit: 100 })
  const [sub] = items.flatMap(({ subgraphs }) => subgraphs)
  const inside = await ada.getHistory(parent, { namespace: sub?.namespace ?? '', limit: 100 })
  const middle = inside.items.find(({ next }) => next.includes('within'))
  const { run } = await ada.forkRun(parent, { checkpoint: middle?.id, namespace: sub?.namespace })
  expect((await asked(run)).proposal).toBe('within, after before')
  await approveAll(run)
  expect(await notesOf(run)).toEqual(WHOLE)
  expect(didOf(run).toSorted()).toEqual(['left', 'pay', 'right'])
  const edited = await ada.forkRun(parent, {
    checkpoint: middle?.id,
    namespace: sub?.namespace,
    edit: { values: { notes: ['changed'] } },
  })
  expect((await asked(edited.run)).proposal).toBe('within, after changed')
  await approveAll(edited.run)
  expect(await notesOf(edited.run)).toEqual(['write', 'changed', 'within within, after changed', ...WHOLE.slice(3)])
  expect(didOf(edited.run).toSorted()).toEqual(['left', 'pay', 'right'])
}, 60_000)

it('of parallel branches only the one that was named runs again', async () => {
  const parent = await finished()
  const { items } = await ada.getHistory(parent, { limit: 100 })
  const at = items.find(({ next }) => next.includes('left'))?.id
  const { run } = await ada.forkRun(parent, { checkpoint: at, nodes: ['right'] })
  await approveAll(run)
  expect(await notesOf(run)).toEqual(WHOLE)
  expect(didOf(run)).toEqual(['right', 'pay'])
}, 60_000)

it('a waiting run is edited where it stands, a parked one too; old answers are not used, and plain LangGraph reads what became of them', async () => {
  const { run } = await ada.startRun({ graph: 'travel', version: '1', input: { notes: [] } })
  const within = await asked(run)
  await ada.decide({ review: within.id, verb: 'approve' })
  const first = await until('the second question', async () => (await reviewsOf(run)).find(({ node }) => node === 'ask'))
  expect(first.proposal).toBe('5 notes')
  await ada.editRun(run, { values: { notes: ['one'], broken: true }, reason: 'too many' })
  const second = await until('it asks again', async () => (await reviewsOf(run)).find(({ id }) => id !== first.id))
  expect(second.proposal).toBe('1 notes')
  await expect(ada.decide({ review: first.id, verb: 'approve' })).rejects.toThrow()
  await ada.decide({ review: second.id, verb: 'approve' })
  await untilStatus(run, 'parked')
  await ada.editRun(run, { values: { broken: false }, reason: 'the bank is open' })
  await untilStatus(run, 'done')
  expect(await notesOf(run)).toEqual(['one', 'asked 1 notes', 'paid'])
  const edits = await query(`select applied_at, made from countersign.edits where run = $1`, run)
  expect(edits).toEqual([1, 2].map(() => ({ applied_at: expect.any(Date), made: expect.any(String) })))
  const owed = await query(
    `select 1 from countersign.outbox where run = $1 and done_at is null and topic in ('edited', 'decided', 'start')`,
    run,
  )
  expect(owed).toEqual([])
  const states = await historyOf(run)
  expect(states.map(({ metadata }) => metadata?.source).filter((source) => source === 'update')).toHaveLength(2)
}, 60_000)

it('a replay asks nobody and pays nobody: it records what it would have done, and an incident ends it', async () => {
  const parent = await finished()
  const { run } = await ada.forkRun(parent, { checkpoint: 'start', sandbox: true })
  await untilStatus(run, 'done')
  expect(await notesOf(run)).toEqual(WHOLE)
  expect(didOf(run)).not.toContain('pay')
  expect(await query(`select node, name, data from countersign.recorded_effects where run = $1`, run)).toEqual([
    { node: 'pay', name: 'payment', data: { amount: 12 } },
  ])
  const reviews = await query(`select status, decided_by, verb from countersign.reviews where run = $1`, run)
  expect(reviews).toEqual([1, 2].map(() => ({ status: 'decided', decided_by: 'replay', verb: 'approve' })))
  expect(await query(`select 1 from countersign.audit where run = $1 and event = 'review.opened'`, run)).toEqual([])
  const broken = await ada.forkRun(parent, { checkpoint: 'start', sandbox: true, edit: { values: { broken: true } } })
  await untilStatus(broken.run, 'aborted')
  expect((await ada.getRun(broken.run)).error?.message).toContain('the bank is closed')
}, 60_000)

it('an edit that is ordered while no worker lives is applied once, however many take it up', async () => {
  const { run } = await ada.startRun({ graph: 'travel', version: '1', input: { notes: [] } })
  const review = await asked(run)
  await worker.stop()
  await ada.editRun(run, { values: { notes: ['edited'] }, reason: 'while nobody works' })
  const other = await work([travel, deployed('1'), deployed('2')])
  worker = await work([travel, deployed('1'), deployed('2')])
  await until('it asks again', async () => (await reviewsOf(run)).find(({ id }) => id !== review.id))
  await other.stop()
  await approveAll(run)
  expect((await notesOf(run)).slice(0, 2)).toEqual(['edited', 'before'])
  const made = await query(
    `select 1 from langgraph.checkpoints where thread_id = $1 and checkpoint_ns = '' and metadata ->> 'source' = 'update'`,
    run,
  )
  expect(made).toHaveLength(1)
}, 60_000)

it('two versions at once: each run goes on with its own; an approval outlives its version where another takes it over, else the run says what is missing', async () => {
  const start = (version: string) => ada.startRun({ graph: 'deployed', version, input: { notes: [`v${version}`], title: 'Told' } })
  const [one, two, kept, lost] = (await Promise.all([start('1'), start('2'), start('1'), start('2')])).map(({ run }) => run)
  if (!one || !two || !kept || !lost) throw new Error('no runs')
  const reviews = await Promise.all([one, two, kept, lost].map(async (run) => await asked(run)))
  await ada.decide({ review: reviews[0]?.id, verb: 'approve' })
  await ada.decide({ review: reviews[1]?.id, verb: 'approve' })
  await Promise.all([one, two].map((run) => untilStatus(run, 'done')))
  expect((await notesOf(one, deployed('1'))).at(-1)).toBe('Told by version 1')
  expect((await notesOf(two, deployed('2'))).at(-1)).toBe('Told by version 2')

  await worker.stop()
  await ada.decide({ review: reviews[2]?.id, verb: 'approve' })
  await ada.decide({ review: reviews[3]?.id, verb: 'approve' })
  const third = deployed('3', { migrate: { from: ['1'], state: ({ title, ...state }) => ({ ...state, title: `${title}, migrated,` }) } })
  worker = await work([travel, third])
  await untilStatus(kept, 'done')
  expect(await notesOf(kept, third)).toEqual(['v1', expect.stringContaining('"verb":"approve"'), 'Told, migrated, by version 3'])
  expect((await ada.getRun(kept)).version).toBe('3')
  const migrated = await query(
    `select data ->> 'from' as from, data ->> 'to' as to from countersign.audit where run = $1 and event = 'run.migrated'`,
    kept,
  )
  expect(migrated).toEqual([{ from: '1', to: '3' }])

  await untilStatus(lost, 'parked')
  expect((await asked(lost)).title).toContain('This run is on deployed@2; registered here: deployed@3.')
  // Told of the same decision again, it goes on waiting for the incident that is there.
  await temporal.client.workflow.getHandle(runWorkflowId(ada.tenant, lost)).signal('decided', reviews[3]?.id ?? '')
  await until(
    'it looked again',
    async () => (await query(`select 1 from countersign.attempts where run = $1 and task = 'advance'`, lost)).length > 0,
  )
  await until(
    'that attempt ended',
    async () => (await query(`select 1 from countersign.attempts where run = $1 and status = 'running'`, lost)).length === 0,
  )
  expect(await reviewsOf(lost)).toHaveLength(1)
  await deploy(deployed('4', { last: 'other', migrate: { from: ['2'] } }))
  const [incident] = await reviewsOf(lost)
  await ada.decide({ review: incident?.id, verb: 'retry' })
  await untilStatus(lost, 'done')
}, 90_000)
