import { fileURLToPath } from 'node:url'
import { schema } from '@countersign/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerGraph, type Scene, setScene } from '../test/scene.ts'
import { createTestNamespace, type TestNamespace } from '../test/temporal.ts'
import type { CountersignClient } from './types.ts'

let scene: Scene
let temporal: TestNamespace
let ada: CountersignClient

beforeAll(async () => {
  ;[scene, temporal] = await Promise.all([setScene(), createTestNamespace()])
  await registerGraph(scene.database)
  await temporal.work({ workflowsPath: fileURLToPath(new URL('../test/workflows.ts', import.meta.url)) })
  ada = scene.client({ temporalAddress: temporal.address, temporalNamespace: temporal.namespace })
})
afterAll(async () => {
  await scene.close()
  await temporal.close()
})

const addChunk = async (tenant: string, document: string, text: string, ordinal: number): Promise<string> => {
  const [row] = await scene.database.db
    .insert(schema.chunks)
    .values({ tenant, document, ordinal, text, start: 0, end: text.length, terms: text, embedding: [1, 0] })
    .returning({ id: schema.chunks.id })
  return String(row?.id)
}

test('hits come in the order of the search, with their texts, and without those of another tenant', async () => {
  const { document } = await ada.ingest({ name: 'a.txt', bytes: Buffer.from('about sums') })
  const other = await scene.client({ tenant: 'other' }).ingest({ name: 'b.txt', bytes: Buffer.from('not yours') })
  const first = await addChunk('acme', document, 'first', 0)
  const second = await addChunk('acme', document, 'second', 1)
  const foreign = await addChunk('other', other.document, 'foreign', 0)
  const hits = await ada.search(`${second} ${foreign} ${first} 999999`)
  expect(hits.map(({ text }) => text)).toEqual(['second', 'first'])
  expect(hits[0]).toEqual({
    document,
    name: 'a.txt',
    chunk: 1,
    text: 'second',
    heading: null,
    page: null,
    vetted: 'none',
    score: 1,
    vector: 0.5,
    fullText: undefined,
  })
})

test("what the search fails with is told in the search's own code", async () => {
  await expect(ada.search('fail model_missing')).rejects.toMatchObject({ code: 'model_missing', message: 'the model is not there' })
})

test('an empty question, one that is too long and a wrong limit are refused; Temporal that is down is said', async () => {
  await expect(ada.search('  ')).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(ada.search('x'.repeat(2001))).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(ada.search('x', { limit: 0 })).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(scene.client().search('x')).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('127.0.0.1:9') })
  expect(await ada.health()).toMatchObject({ temporal: true })
})
