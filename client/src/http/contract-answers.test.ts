import { fileURLToPath } from 'node:url'
import { schema } from '@countersign/db'
import { Annotation, END, START, StateGraph } from '@langchain/langgraph'
import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerGraph, type Scene, setScene } from '../../test/scene.ts'
import { type ServedApi, serveApi } from '../../test/serve-api.ts'
import { createTestNamespace, type TestNamespace } from '../../test/temporal.ts'
import type { CountersignClient } from '../types.ts'
import { createNodeHttpClient } from './node.ts'

/** Answers that need a run with a state, a search, something that was shown: full ones come over HTTP as they are in process. */

let scene: Scene
let temporal: TestNamespace
let api: ServedApi
let direct: CountersignClient
let far: CountersignClient

beforeAll(async () => {
  ;[scene, temporal] = await Promise.all([setScene(), createTestNamespace()])
  await registerGraph(scene.database)
  await scene.person('ada')
  await temporal.work({ workflowsPath: fileURLToPath(new URL('../../test/workflows.ts', import.meta.url)) })
  direct = scene.client({ temporalAddress: temporal.address, temporalNamespace: temporal.namespace })
  api = await serveApi(direct)
  far = createNodeHttpClient({ url: api.url, token: 'ada', maxBytes: 1_000_000 })
})
afterAll(async () => {
  await far.close()
  await api.close()
  await scene.close()
  await temporal.close()
})

test('what a search finds is the same over HTTP', async () => {
  const { document } = await direct.ingest({ name: 'a.txt', bytes: Buffer.from('about sums') })
  const chunk = { tenant: 'acme', document, start: 0, end: 5, embedding: [1, 0], terms: 'sums' }
  const rows = await scene.database.db
    .insert(schema.chunks)
    .values([
      { ...chunk, ordinal: 0, text: 'first', heading: 'Sums', page: 2 },
      { ...chunk, ordinal: 1, text: 'second' },
    ])
    .returning({ id: schema.chunks.id })
  const question = rows.map(({ id }) => id).join(' ')
  const hits = await direct.search(question)
  expect(hits.map(({ text, heading, page }) => ({ text, heading, page }))).toEqual([
    { text: 'first', heading: 'Sums', page: 2 },
    { text: 'second', heading: null, page: null },
  ])
  expect(await far.search(question)).toEqual(hits)
  expect(await far.search(question, { limit: 1 })).toEqual(await direct.search(question, { limit: 1 }))
})

test('the state of a run at each of its checkpoints is the same over HTTP', async () => {
  const run = await scene.run({ status: 'done' })
  const State = Annotation.Root({ when: Annotation<Date | null>(), parts: Annotation<string[]>() })
  const graph = new StateGraph(State)
    .addNode('load', () => ({ when: new Date(0), parts: ['a'] }))
    .addNode('index', () => ({ parts: ['a', 'b'] }))
    .addEdge(START, 'load')
    .addEdge('load', 'index')
    .addEdge('index', END)
    .compile({ checkpointer: new PostgresSaver(scene.database.pool, undefined, { schema: 'langgraph' }) })
  await graph.invoke({ parts: [] }, { configurable: { thread_id: run } })
  const newest = await direct.getState(run)
  expect(newest).toMatchObject({ values: { parts: ['a', 'b'] }, changed: ['parts'] })
  expect(await far.getState(run)).toEqual(newest)
  for (const { id } of await direct.listCheckpoints(run)) expect(await far.getState(run, id)).toEqual(await direct.getState(run, id))
})

test('what was shown is the same over HTTP, with all that a request can hold', async () => {
  const { id, shownHash, request } = await scene.review(await scene.run(), {
    confidence: 0.4,
    evidence: [{ page: 1, box: { x: 0.1, y: 0.1, w: 0.2, h: 0.1 }, text: '12.00' }],
    schema: { type: 'object', properties: { total: { type: 'number' } } },
    policy: { deadline: { within: 60 } },
    fields: [
      {
        name: 'total',
        label: 'Total',
        value: 12,
        confidence: 0.4,
        threshold: 0.9,
        evidence: [{ page: 1, span: { start: 3, end: 8 } }],
        reasons: ['smudged'],
      },
    ],
  })
  expect(await direct.getShown(id, shownHash)).toEqual(request)
  expect(await far.getShown(id, shownHash)).toEqual(request)
})
