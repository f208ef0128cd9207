import { type AnyStateGraph, defineGraph, type GraphDefinition, runContext } from '@countersign/activities/engine'
import { type CountersignClient, createClient } from '@countersign/client'
import { type ResumeValue, resumeValueSchema, reviewRequest } from '@countersign/workflows/contract'
import { Annotation, END, interrupt, Send, START, StateGraph } from '@langchain/langgraph'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { z } from 'zod'
import { createTestDatabase, type TestDatabase } from '../../../infra/test/database.ts'
import { type EngineStage, openEngineStage, type TestWorker } from './testing/engine-stage.ts'
import { until } from './testing/until.ts'

const Notes = Annotation.Root({ notes: Annotation<string[]>({ reducer: (all, more) => all.concat(more), default: () => [] }) })
const QUICK = { metadata: { quick: true } }

/** What nodes did outside, by run; keyed as an outside effect is, so that a repeated attempt adds nothing. */
const effects = new Map<string, Map<string, string>>()
const effectsOf = (run: string) => [...(effects.get(run)?.values() ?? [])].toSorted()
const did = (effect: string) => {
  const { run, effectKey } = runContext()
  effects.set(run, (effects.get(run) ?? new Map<string, string>()).set(`${effectKey} ${effect}`, effect))
  return { notes: [effect] }
}

const answerTo = (request: Parameters<typeof reviewRequest>[0]): ResumeValue => resumeValueSchema.parse(interrupt(reviewRequest(request)))

/** An agent that wants three tools at once; each call is its own review, and is done as it was answered. */
const callSchema = z.object({ name: z.string(), args: z.record(z.string(), z.json()) })
type ToolCall = z.infer<typeof callSchema>
const CALLS: ToolCall[] = [
  { name: 'mail', args: { to: 'kaya@example.org' } },
  { name: 'refund', args: { amount: 180 } },
  { name: 'wipe_disk', args: {} },
]
const Call = Annotation.Root({ ...Notes.spec, call: Annotation<ToolCall> })
const agent = define(
  'agent',
  new StateGraph(Call)
    .addNode(
      'tool',
      async ({ call }: typeof Call.State) => {
        const { verb, value } = answerTo({
          kind: 'tool',
          title: `Call ${call.name}?`,
          verbs: ['approve', 'edit', 'reject'],
          proposal: call,
        })
        if (verb === 'reject') return did(`not ${call.name}`)
        const { name, args } = callSchema.parse(value)
        return did(`${name} ${JSON.stringify(args)}`)
      },
      QUICK,
    )
    .addNode('sum', async () => did('sum'), QUICK)
    .addConditionalEdges(START, () => CALLS.map((call) => new Send('tool', { call })), ['tool'])
    .addEdge('tool', 'sum')
    .addEdge('sum', END),
)

const choosing = define(
  'choosing',
  new StateGraph(Notes)
    .addNode(
      'pick',
      async () => {
        const candidates = [
          { id: 'berlin', label: 'Kaya, Berlin', value: { supplier: 17 } },
          { id: 'bonn', label: 'Kaya, Bonn', value: { supplier: 23 } },
        ]
        const { verb, value, reason } = answerTo({ kind: 'choice', title: 'Which?', verbs: ['choose'], proposal: null, candidates })
        return did(JSON.stringify({ verb, value, reason }))
      },
      QUICK,
    )
    .addNode('after', async () => did('after'), QUICK)
    .addEdge(START, 'pick')
    .addEdge('pick', 'after')
    .addEdge('after', END),
)

const reading = define(
  'reading',
  new StateGraph(Notes)
    .addNode(
      'ask',
      async () => {
        const { value, evidence } = answerTo({ kind: 'extraction', title: 'How much?', proposal: { total: 11.9 } })
        return did(JSON.stringify({ value, evidence }))
      },
      QUICK,
    )
    .addEdge(START, 'ask')
    .addEdge('ask', END),
)

function define(name: string, graph: AnyStateGraph): GraphDefinition {
  return defineGraph({ name, version: '1', graph })
}

let created: TestDatabase
let stage: EngineStage
let worker: TestWorker
let client: CountersignClient
beforeAll(async () => {
  created = await createTestDatabase()
  stage = await openEngineStage({ databaseUrl: created.url, address: inject('temporalAddress') })
  worker = await stage.work([agent, choosing, reading])
  client = createClient({
    databaseUrl: created.url,
    temporalAddress: inject('temporalAddress'),
    temporalNamespace: 'default',
    tenant: 'test',
    user: 'ada',
    blobs: '/nowhere',
    maxBytes: 1_000_000,
    audit: { key: null, folder: '/nowhere' },
  })
})
afterAll(async () => {
  await client.close()
  await stage.close()
  await created.drop()
})

const as = (user: string) => client.as({ tenant: 'test', user, roles: ['approver'] })
const reviewOf = (reviews: { id: string; title: string }[], tool: string) => reviews.find(({ title }) => title.includes(tool))?.id ?? ''

describe('three tool calls of an agent at once', () => {
  it('are done as each was answered: the rejected one not at all, the edited one only as edited, its siblings all the same', async () => {
    const run = await stage.start(agent, { notes: [] })
    const reviews = await stage.untilAsked(run.run, 3)
    const [mail, refund, wipe] = ['mail', 'refund', 'wipe_disk'].map((tool) => reviewOf(reviews, tool))
    await client.decide({ review: wipe, verb: 'reject', reason: 'Never.' })
    const swapped = client.decide({ review: refund, verb: 'edit', value: { name: 'wipe_disk', args: { amount: 18 } } })
    await expect(swapped).rejects.toMatchObject({ code: 'invalid_decision' })
    await client.decide({ review: refund, verb: 'edit', value: { name: 'refund', args: { amount: 18 } } })
    await until('two answers are taken in', async () => effectsOf(run.run).length === 2)
    expect(await stage.status(run.run)).toBe('waiting')
    expect((await stage.openReviews(run.run)).map(({ id }) => id)).toEqual([mail])
    await client.decide({ review: mail, verb: 'approve' })
    await run.handle.result()
    expect(effectsOf(run.run)).toEqual(['not wipe_disk', 'refund {"amount":18}', 'mail {"to":"kaya@example.org"}', 'sum'].toSorted())
  })

  it('are not answered by an answer that names none of them', async () => {
    const run = await stage.start(agent, { notes: [] })
    const reviews = await stage.untilAsked(run.run, 3)
    await expect(client.decide({ run: run.run, verb: 'approve' })).rejects.toMatchObject({ code: 'ambiguous', status: 409 })
    for (const tool of ['wipe_disk', 'mail']) await client.decide({ review: reviewOf(reviews, tool), verb: 'reject', reason: 'no' })
    await client.decide({ run: run.run, verb: 'approve' })
    await run.handle.result()
    expect(effectsOf(run.run)).toEqual(['not mail', 'not wipe_disk', 'refund {"amount":180}', 'sum'].toSorted())
  })
})

describe('a choice', () => {
  it('of fifty people at once is one choice, and the node behind it runs once', async () => {
    const run = await stage.start(choosing, { notes: [] })
    const [review] = await stage.untilAsked(run.run, 1)
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, at) =>
        as(`person-${at}`).decide({ review: review?.id ?? '', verb: 'choose', value: at % 2 ? 'berlin' : 'bonn' }),
      ),
    )
    await run.handle.result()
    const winners = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.review.decidedBy] : []))
    expect(winners).toHaveLength(1)
    const supplier = Number(winners[0]?.split('-')[1]) % 2 ? 17 : 23
    expect(effectsOf(run.run)).toEqual(['after', JSON.stringify({ verb: 'choose', value: { supplier }, reason: null })].toSorted())
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'already_decided', details: { by: winners[0] } })
  })

  it('that is sent back while no worker is there reaches the node as it was chosen the second time, once', async () => {
    const run = await stage.start(choosing, { notes: [] })
    const [review] = await stage.untilAsked(run.run, 1)
    const id = review?.id ?? ''
    await worker.stop()
    await client.decide({ review: id, verb: 'choose', value: 'berlin' })
    await as('lea').sendBack(id, 'Berlin is closed.')
    await as('bob').decide({ review: id, verb: 'choose', value: null, reason: 'Both are closed.' })
    worker = await stage.work([agent, choosing, reading])
    await run.handle.result()
    expect(effectsOf(run.run)).toEqual(['after', JSON.stringify({ verb: 'choose', value: null, reason: 'Both are closed.' })].toSorted())
    await expect(as('lea').sendBack(id, 'again')).rejects.toMatchObject({ code: 'run_passed', details: { run: run.run } })
    const decisions = await stage.query<{ withdrawn: boolean; applied: boolean }>(
      `select withdrawn_at is not null as withdrawn, applied_at is not null as applied
         from countersign.decisions where review = $1 order by created_at`,
      id,
    )
    expect(decisions).toEqual([
      { withdrawn: true, applied: false },
      { withdrawn: false, applied: true },
    ])
  })
})

describe('an edit', () => {
  const value = { total: 12.9 }
  const places = { total: [{ page: 2, box: { x: 0.1, y: 0.2, w: 0.3, h: 0.02 }, text: '12.90' }] }

  it.each([
    ['brings the places that the person marked to the node', places],
    ['without a marked place brings none', undefined],
  ])('%s', async (_title, evidence) => {
    const run = await stage.start(reading, { notes: [] })
    const [review] = await stage.untilAsked(run.run, 1)
    await client.decide({ review: review?.id ?? '', verb: 'edit', value, evidence })
    await run.handle.result()
    expect(effectsOf(run.run)).toEqual([JSON.stringify({ value, evidence })])
  })
})
