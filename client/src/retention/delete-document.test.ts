import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { createBlobStore, noteFiles, schema } from '@countersign/db'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connectTestEngine, drive, TENANT, type TestEngine } from '../../../activities/src/engine/testing/test-engine.ts'
import { createIngestGraph } from '../../../activities/src/graphs/ingest/ingest-graph.ts'
import { createIngestHarness, type IngestHarness } from '../../../activities/src/graphs/ingest/testing/ingest-harness.ts'
import { makePdf } from '../../../activities/src/sources/pdf/testing/make-pdf.ts'
import { registerGraph, type Scene, setScene } from '../../test/scene.ts'
import type { Rounds } from '../relay/create-rounds.ts'
import { createFileRemoval } from '../relay/remove-files.ts'
import type { CountersignClient } from '../types.ts'

/** In no other document, table or file. */
const WORD = 'Zyzzogeton'

// A page is read by a process of its own, which has to start on a machine that does other things.
vi.setConfig({ testTimeout: 60_000 })

let scene: Scene
let harness: IngestHarness
let engine: TestEngine
let removal: Rounds
let root: CountersignClient
let folder: string
beforeAll(async () => {
  ;[scene, harness] = await Promise.all([setScene(), createIngestHarness()])
  folder = path.join(scene.folder, 'blobs')
  const store = createBlobStore(folder)
  const { db } = scene.database
  const ingest = createIngestGraph({ ...harness.deps, db, blobs: noteFiles(store, db), thresholds: { receipt: 0.999 } })
  engine = connectTestEngine(scene.url, [ingest])
  await registerGraph(scene.database, ingest.name, ingest.version)
  root = scene.client({ tenant: TENANT, user: 'root' })
  removal = createFileRemoval({ database: scene.database, blobs: store, log: { info: () => undefined, warn: () => undefined } })
})
afterAll(async () => {
  await removal.stop()
  await engine.close()
  await harness.close()
  await scene.close()
})

const receiptOf = (shop: string): string =>
  `${shop} BOOK STORE\n12 High Street\nDublin 2\n\nRECEIPT\nDate: 14/03/2024 10:22\n\nNovel                 9.50\nPostcards             2.40\n\nTOTAL                11.90\nCASH                 20.00\nCHANGE                8.10\nThank you\n`
const query = async <Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> =>
  (await scene.database.pool.query<Row>(text, values)).rows

/** The tables, of all schemas of ours, in which a word is found: in text, JSON or bytes. */
async function tablesWith(word: string): Promise<string[]> {
  const tables = await query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg_%' order by 1`)
  const found: string[] = []
  for (const { name } of tables) {
    const patterns = [word, Buffer.from(word).toString('hex'), Buffer.from(word.toLowerCase()).toString('hex')].map((text) => `%${text}%`)
    const [row] = await query<{ n: number }>(`select count(*)::int as n from ${name} t where t::text ilike any($1)`, patterns)
    if (row && row.n > 0) found.push(name)
  }
  return found
}
async function filesWith(word: string): Promise<{ all: string[]; found: string[] }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const all = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name))
  const bytes = await Promise.all(all.map((file) => readFile(file)))
  return { all: all.sort(), found: all.filter((_, index) => bytes[index]?.includes(word)) }
}
const removed = () =>
  vi.waitFor(async () => expect(await query('select hash from countersign.file_removals')).toEqual([]), { timeout: 10_000, interval: 30 })
/** Takes a text in and reads it until it waits for a person. */
async function readIn(name: string, text: string | Uint8Array): Promise<{ run: string; document: string; review: string }> {
  const { run, document } = await root.ingest({ name, bytes: Buffer.from(text) })
  await drive(engine.deps, run)
  const [review] = (await root.listReviews({ run, status: 'open' })).items
  return { run, document: document ?? '', review: review?.id ?? '' }
}

test('nothing is left of a deleted document in any table or file: not in states, answers, comments, forks or what was notified', async () => {
  const other = await readIn('other.txt', receiptOf('CORNER'))
  const before = await filesWith(WORD)
  const lines = receiptOf(WORD.toUpperCase()).replaceAll(WORD.toUpperCase(), WORD).split('\n')
  const pdf = await makePdf([(page) => void page.fontSize(11).text(lines.join('\n'), 72, 80)])
  const { run, document, review } = await readIn(`${WORD}.pdf`, pdf)
  await root.comment(review, `Is it really ${WORD}?`)
  const batch = await root.createBatch({ verb: 'approve', reviews: [review], reason: `like the others of ${WORD}` })
  const { request } =
    (await query<{ request: { proposal: object } }>('select request from countersign.reviews where id = $1', review))[0] ?? {}
  await root.decide({ review, verb: 'edit', value: { ...request?.proposal, company: `${WORD} & Sons` } })
  await drive(engine.deps, run)
  expect(await root.getRun(run)).toMatchObject({ status: 'done' })
  await leaveTraces(run, review, batch.id)
  const full = await tablesWith(WORD)
  for (const table of [
    'chunks',
    'document_pages',
    'reviews',
    'decisions',
    'shown',
    'comments',
    'edits',
    'recorded_effects',
    'deliveries',
    'batch_items',
  ]) {
    expect(full).toContain(`countersign.${table}`)
  }
  expect(full).toEqual(expect.arrayContaining(['langgraph.checkpoint_blobs', 'langgraph.checkpoint_writes']))

  const files = (await filesWith(WORD)).all.length - before.all.length
  expect(files).toBeGreaterThan(2)
  expect(await root.deleteDocument(document, 'the customer asked for it')).toEqual({ runs: 2, chunks: 1, files })
  expect(await tablesWith(WORD)).toEqual([])
  expect(await query('select thread_id from langgraph.checkpoints where thread_id <> $1', other.run)).toEqual([])
  removal.start()
  await removed()
  expect(await filesWith(WORD)).toEqual({ all: before.all, found: [] })

  const entries = await query<{ event: string }>(
    'select event, actor, data from countersign.audit where document = $1 order by seq desc',
    document,
  )
  expect(entries[0]).toMatchObject({
    event: 'document.deleted',
    actor: 'root',
    data: { reason: 'the customer asked for it', runs: 2, files },
  })
  expect(entries.map(({ event }) => event)).toContain('review.decided')
  await expect(root.getDocument(document)).rejects.toMatchObject({ code: 'not_found' })
  await expect(root.deleteDocument(document, 'again')).rejects.toMatchObject({ code: 'not_found' })
  expect(await root.getReview(other.review)).toMatchObject({ status: 'open' })
})

/** A replay with its copy of the state, an edit, and what is written by others than the engine. */
async function leaveTraces(run: string, review: string, batch: string): Promise<void> {
  await query(
    `insert into countersign.runs (id, tenant, graph, version, title, status, input, document, parent_run, root, sandbox, created_by, finished_at)
     select 'r_replay', tenant, graph, version, title, 'done', input, null, id, id, true, created_by, now() from countersign.runs where id = $1`,
    run,
  )
  for (const table of ['checkpoints', 'checkpoint_blobs', 'checkpoint_writes']) {
    await query(
      `insert into langgraph.${table} select (jsonb_populate_record(t, '{"thread_id": "r_replay"}')).* from langgraph.${table} t where thread_id = $1`,
      run,
    )
  }
  const said = { tenant: TENANT, run: 'r_replay' }
  const { db } = scene.database
  await db.insert(schema.recordedEffects).values({ ...said, task: 't', node: 'index', name: 'index', ordinal: 0, data: { text: WORD } })
  await db.insert(schema.edits).values({ ...said, id: 'e_1', checkpoint: 'c', values: { title: WORD }, by: 'root' })
  await db
    .insert(schema.deliveries)
    .values({ tenant: TENANT, entry: 1, event: 'review.opened', channel: 'mail', run, review, lastError: `550 ${WORD}` })
  await db
    .update(schema.outbox)
    .set({ lastError: `no ${WORD}` })
    .where(eq(schema.outbox.run, run))
  await db
    .update(schema.batchItems)
    .set({ odd: [WORD], message: WORD })
    .where(eq(schema.batchItems.batch, batch))
}

test('a document that is on hold, or whose run or fork has not ended, is not deleted; the error says which and what to do', async () => {
  const { run, document } = await readIn('held.txt', receiptOf('HELD'))
  await root.holdDocument(document, true, 'a lawsuit')
  await expect(root.deleteDocument(document, 'x')).rejects.toMatchObject({ code: 'on_hold', details: { document, run: null } })
  await root.holdDocument(document, false)
  await root.holdRun(run, true)
  await expect(root.deleteDocument(document, 'x')).rejects.toMatchObject({ code: 'on_hold', message: expect.stringContaining(run) })
  await root.holdRun(run, false)
  await expect(root.deleteDocument(document, 'x')).rejects.toMatchObject({
    code: 'conflict',
    message: `The run ${run} of this document has not ended (waiting). Cancel it or let it end, then delete the document.`,
  })
  await query(`update countersign.runs set status = 'aborted' where id = $1`, run)
  await query(
    `insert into countersign.runs (id, tenant, graph, version, title, input, parent_run, created_by) values ('r_fork', $1, 'ingest', '1', 'f', '{}', $2, 'x')`,
    TENANT,
    run,
  )
  await expect(root.deleteDocument(document, 'x')).rejects.toMatchObject({ code: 'conflict', details: { runs: ['r_fork'] } })
  expect(await root.getDocument(document)).toMatchObject({ id: document })
})

test('a file that another tenant has, or that comes again before it is removed, stays', async () => {
  await removal.stop()
  const neighbour = scene.client({ tenant: 'other', user: 'eve' })
  const bytes = Buffer.from(receiptOf('SHARED'))
  const mine = await readIn('shared.txt', bytes)
  await neighbour.ingest({ name: 'shared.txt', bytes })
  const again = await readIn('again.txt', receiptOf('AGAIN'))
  for (const { run, document } of [mine, again]) {
    await query(`update countersign.runs set status = 'aborted' where id = $1`, run)
    expect(await root.deleteDocument(document, 'x')).toMatchObject({ files: 1 })
  }
  const { document } = await root.ingest({ name: 'again.txt', bytes: Buffer.from(receiptOf('AGAIN')) })
  expect(document).not.toBe(again.document)
  removal.start()
  await removed()
  const hashes = (
    await query<{ hash: string }>('select hash from countersign.documents where name in ($1, $2)', 'shared.txt', 'again.txt')
  ).map(({ hash }) => hash)
  expect(hashes).toHaveLength(2)
  for (const hash of hashes) expect(await createBlobStore(folder).has(hash)).toBe(true)
})

test('a file that cannot be removed now is owed until it can', async () => {
  await removal.stop()
  const { run, document } = await readIn('later.txt', receiptOf('LATER'))
  await query(`update countersign.runs set status = 'cancelled' where id = $1`, run)
  await root.deleteDocument(document, 'x')
  const store = createBlobStore(folder)
  const broken = createFileRemoval({
    database: scene.database,
    blobs: { ...store, delete: () => Promise.reject(new Error('the disk is read-only')) },
    log: { info: () => undefined, warn: () => undefined },
  })
  broken.start()
  await vi.waitFor(async () =>
    expect(await query('select last_error as e from countersign.file_removals')).toEqual([{ e: 'the disk is read-only' }]),
  )
  await broken.stop()
  await query('update countersign.file_removals set next_at = now()')
  removal.start()
  await removed()
  expect((await filesWith('LATER')).found).toEqual([])
})
