import { schema } from '@countersign/db'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registerGraph, type Scene, setScene } from '../test/scene.ts'
import type { CountersignClient } from './types.ts'

interface Ids {
  run: string
  review: string
  document: string
  hash: string
  checkpoint: string
}

let scene: Scene
let owner: CountersignClient
let stranger: CountersignClient
let ids: Ids

beforeAll(async () => {
  scene = await setScene()
  await registerGraph(scene.database)
  owner = scene.client({ tenant: 'acme' })
  stranger = scene.client({ tenant: 'other' })
  const { run, document } = await owner.ingest({ name: 'a.txt', bytes: Buffer.from('Only for Acme.') })
  const review = await scene.review(run, { document })
  const { hash } = await owner.getDocument(document)
  ids = { run, document, hash, review: review.id, checkpoint: 'c1' }
})
afterAll(() => scene.close())

/** Every method that takes an id: another tenant's id must look like one that never existed. */
const byId: [string, (client: CountersignClient, ids: Ids) => Promise<unknown>][] = [
  ['getRun', (client, { run }) => client.getRun(run)],
  ['cancelRun', (client, { run }) => client.cancelRun(run)],
  ['listCheckpoints', (client, { run }) => client.listCheckpoints(run)],
  ['getState', (client, { run, checkpoint }) => client.getState(run, checkpoint)],
  ['getReview', (client, { review }) => client.getReview(review)],
  ['neighbours', (client, { review }) => client.neighbours(review)],
  ['decide', (client, { review }) => client.decide({ review, verb: 'approve' })],
  ['getDocument', (client, { document }) => client.getDocument(document)],
  ['readFile', (client, { hash }) => client.readFile(hash)],
]

describe("another tenant's ids are not found", () => {
  test.each(byId)('%s', async (_name, call) => {
    const theirs: unknown = await call(stranger, ids).catch((error: unknown) => error)
    expect(theirs).toMatchObject({ code: 'not_found', status: 404 })
    const unknown = { run: 'r_none', review: 'rv_none', document: 'doc_none', hash: 'f'.repeat(64), checkpoint: 'c1' }
    const none: unknown = await call(stranger, unknown).catch((error: unknown) => error)
    expect(none).toMatchObject({ code: 'not_found' })
    const strange = { run: "r'\0", review: '../x', document: '%', hash: '../../etc/passwd', checkpoint: '' }
    await expect(call(stranger, strange)).rejects.toMatchObject({ code: 'not_found' })
  })
})

test("lists, counts and health show nothing of another tenant's", async () => {
  expect((await stranger.listRuns()).items).toEqual([])
  expect((await stranger.listReviews()).items).toEqual([])
  expect((await stranger.listDocuments()).items).toEqual([])
  expect((await stranger.listReviews({ run: ids.run })).items).toEqual([])
  expect(await stranger.countReviews()).toMatchObject({ open: 0 })
  expect(await stranger.health()).toMatchObject({ openReviews: 0, runs: { running: 0 } })
  expect((await owner.listRuns()).items).toHaveLength(1)
})

test('the same bytes and client keys in two tenants are two documents and two runs', async () => {
  const mine = await owner.ingest({ name: 'b.txt', bytes: Buffer.from('Same in both.'), clientKey: 'k' })
  const theirs = await stranger.ingest({ name: 'b.txt', bytes: Buffer.from('Same in both.'), clientKey: 'k' })
  expect(theirs.duplicate).toBe(false)
  expect(theirs.document).not.toBe(mine.document)
  expect(theirs.run).not.toBe(mine.run)
  // Whoever has the bytes has the hash: now the file is both's.
  const { hash } = await stranger.getDocument(theirs.document)
  expect(Buffer.from((await stranger.readFile(hash)).bytes).toString()).toBe('Same in both.')
  const rows = await scene.database.db.select({ tenant: schema.outbox.tenant, run: schema.outbox.run }).from(schema.outbox)
  expect(rows).toContainEqual({ tenant: 'other', run: theirs.run })
})
