import { CountersignError } from '@countersign/workflows/contract'
import { Annotation, END, interrupt, MemorySaver, MessagesAnnotation, Send, START, StateGraph } from '@langchain/langgraph'
import type { BaseCheckpointSaver } from '@langchain/langgraph-checkpoint'
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestDatabase, type TestDatabase } from '../../../../infra/test/database.ts'
import { type AnyStateGraph, defineGraph, type GraphOptions } from '../define-graph.ts'
import { drive, localTier, postgresTier, TENANT, type Tier } from '../testing/test-engine.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const State = Annotation.Root({
  notes: Annotation<string[]>({ reducer: (all, more) => all.concat(more), default: () => [] }),
  n: Annotation<number>(),
})

const answered = (answer: unknown) => z.object({ value: z.string() }).parse(answer).value

/** Writes, asks what the state says, ends. */
const asking = (effects: string[] = []) =>
  new StateGraph(State)
    .addNode('write', async () => {
      effects.push('write')
      return { notes: ['written'] }
    })
    .addNode('ask', async ({ notes }) => ({ notes: [answered(interrupt(notes.join(' ')))] }))
    .addNode('end', async () => ({ notes: ['end'] }))
    .addEdge(START, 'write')
    .addEdge('write', 'ask')
    .addEdge('ask', 'end')
    .addEdge('end', END)

const define = (graph: AnyStateGraph, options: Partial<GraphOptions> = {}) =>
  defineGraph({ name: 'edited', version: '1', graph, ...options })

const tiers: [string, () => BaseCheckpointSaver | null][] = [
  ['MemorySaver', () => new MemorySaver()],
  ['SQLite', () => SqliteSaver.fromConnString(':memory:')],
  ['Postgres', () => null],
]

describe.each(tiers)('an edit on %s', (_, makeSaver) => {
  async function stage(graph: AnyStateGraph, input: Record<string, unknown>, options: Partial<GraphOptions> = {}) {
    const definition = define(graph, options)
    const saver = makeSaver()
    const tier = saver ? localTier(saver, [definition]) : postgresTier(database.url, [definition])
    const run = await tier.addRun(definition, input)
    return { tier, run }
  }

  const stateOf = async ({ deps }: Tier, run: string) =>
    (await deps.graphs.get('edited', '1').compiled.getState({ configurable: { thread_id: run } })).values

  async function asked(tier: Tier, run: string): Promise<{ review: string; question: unknown }> {
    const { waits } = await drive(tier.deps, run)
    const [wait] = waits
    if (!wait || waits.length !== 1) throw new Error(`${waits.length} reviews are open`)
    return { review: wait.review, question: await tier.question(wait.review) }
  }

  it('replaces values past their reducers, and the node that waited asks again about the changed state', async () => {
    const effects: string[] = []
    const { tier, run } = await stage(asking(effects), { notes: ['in'] })
    const before = await asked(tier, run)
    expect(before.question).toBe('in written')
    await tier.edit(run, { notes: ['changed'], n: 3 })
    const after = await asked(tier, run)
    expect(after.question).toBe('changed')
    expect(after.review).not.toBe(before.review)
    expect(await tier.status(run)).toBe('waiting')
    await tier.answer(after.review, 'edit', 'yes')
    expect((await drive(tier.deps, run)).status).toBe('done')
    expect(await stateOf(tier, run)).toEqual({ notes: ['changed', 'yes', 'end'], n: 3 })
    expect(effects).toEqual(['write'])
    await tier.close()
  })

  it('as a node goes through the reducers and on where that node leads', async () => {
    const { tier, run } = await stage(asking(), { notes: ['in'] })
    await asked(tier, run)
    await tier.edit(run, { notes: ['by hand'] }, 'ask')
    expect((await drive(tier.deps, run)).status).toBe('done')
    expect(await stateOf(tier, run)).toEqual({ notes: ['in', 'written', 'by hand', 'end'] })
    await tier.close()
  })

  it.each([3, 14])('keeps what %i parallel tasks have finished: only the one that waits runs again', async (width) => {
    const effects: string[] = []
    const graph = new StateGraph(State)
      .addNode('task', async ({ n, notes }) => {
        if (n === 1) return { notes: [answered(interrupt(`${notes.length} notes`))] }
        effects.push(`task ${n}`)
        return { notes: [`did ${n}`] }
      })
      .addNode('other', async ({ notes }) => {
        effects.push('other')
        return { notes: [`saw ${notes.length}`] }
      })
      .addConditionalEdges(START, () => [...Array.from({ length: width }, (_, n) => new Send('task', { n, notes: [] })), 'other'], [
        'task',
        'other',
      ])
      .addEdge('task', END)
      .addEdge('other', END)
    const { tier, run } = await stage(graph, { notes: ['in'] })
    await asked(tier, run)
    const done = [...effects]
    expect(done).toHaveLength(width)
    await tier.edit(run, { notes: ['new', 'start'] })
    const { review } = await asked(tier, run)
    await tier.answer(review, 'edit', 'asked')
    expect((await drive(tier.deps, run)).status).toBe('done')
    expect(effects).toEqual(done)
    const { notes } = await stateOf(tier, run)
    expect(notes.slice(0, 2)).toEqual(['new', 'start'])
    expect(notes.toSorted()).toEqual(
      [
        'asked',
        'new',
        'start',
        'saw 1',
        ...effects.flatMap((effect) => (effect === 'other' ? [] : [effect.replace('task', 'did')])),
      ].toSorted(),
    )
    await tier.close()
  })

  it('beside a breakpoint meets it again, and one that was passed not', async () => {
    const { tier, run } = await stage(asking(), { notes: ['in'] }, { interruptBefore: ['ask'] })
    const first = await asked(tier, run)
    await tier.edit(run, { notes: ['at the breakpoint'] })
    const again = await asked(tier, run)
    expect(again.review).not.toBe(first.review)
    await tier.answer(again.review, 'approve')
    expect((await asked(tier, run)).question).toBe('at the breakpoint')
    await tier.edit(run, { notes: ['behind it'] })
    expect((await asked(tier, run)).question).toBe('behind it')
    await tier.close()
  })

  it.each([
    ['a key that the state does not have', { colour: 'red' }, /“colour” was not applied: the state of edited has no such key/],
    ['a channel of LangGraph’s own', { 'branch:to:end': 'x' }, /no such key/],
    ['a value that its reducer could not add to', { notes: 'text' }, /“notes” was not applied: it holds a list, not "text"/],
  ])('of %s parks the run with what is wrong, and a retry goes on without it', async (_what, values, message) => {
    const { tier, run } = await stage(asking(), { notes: ['in'] })
    const { question } = await asked(tier, run)
    await tier.edit(run, values)
    const error: unknown = await drive(tier.deps, run).catch((reason: unknown) => reason)
    if (!(error instanceof CountersignError)) throw error
    expect(error.message).toMatch(message)
    expect(error.code).toBe('invalid_decision')
    const { head: checkpoint } = (await tier.deps.store.claim(claimOf(run, 'nothing'))).run
    const incident = await tier.deps.store.park(
      { tenant: TENANT, run, checkpoint, task: 'advance', node: 'advance', code: error.code, message: error.message },
      () => ({ countersign: 1, kind: 'incident', title: 'No edit', reason: '', verbs: ['retry', 'abort'], proposal: null }),
    )
    expect(await tier.status(run)).toBe('parked')
    await tier.answer(incident ?? '', 'retry')
    expect((await asked(tier, run)).question).toBe(question)
    await tier.close()
  })

  it('takes messages as JSON, and they are messages again', async () => {
    const graph = new StateGraph(MessagesAnnotation)
      .addNode('ask', async ({ messages }) => ({
        messages: [
          { role: 'user', content: answered(interrupt(messages.map((message) => `${message.getType()} ${message.text}`).join())) },
        ],
      }))
      .addEdge(START, 'ask')
      .addEdge('ask', END)
    const { tier, run } = await stage(graph, { messages: [{ role: 'user', content: 'hello' }] })
    expect((await asked(tier, run)).question).toBe('human hello')
    await tier.edit(run, { messages: [{ type: 'ai', content: 'good day' }] })
    expect((await asked(tier, run)).question).toBe('ai good day')
    await tier.close()
  })

  it('of a zod state is held to its schema', async () => {
    const graph = new StateGraph(z.object({ n: z.number().max(9) }))
      .addNode('ask', async ({ n }) => ({ n: Number(answered(interrupt(String(n)))) }))
      .addEdge(START, 'ask')
      .addEdge('ask', END)
    const { tier, run } = await stage(graph, { n: 1 })
    await asked(tier, run)
    await tier.edit(run, { n: 10 })
    await expect(drive(tier.deps, run)).rejects.toThrow(/“n” was not applied.*<=9/)
    await tier.close()
  })
})

const claimOf = (run: string, checkpoint: string) => ({
  tenant: TENANT,
  run,
  checkpoint,
  task: 'look',
  node: 'look',
  activity: 'look',
  activityAttempt: 1,
  worker: 'test',
})
