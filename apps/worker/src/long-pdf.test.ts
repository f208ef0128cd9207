import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createBlobStore, receiveDocument } from '@countersign/db'
import { newRunId } from '@countersign/workflows/contract'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makePdf } from '../../../activities/src/sources/pdf/testing/make-pdf.ts'
import { createTestDatabase, type TestDatabase } from '../../../infra/test/database.ts'
import { type EngineStage, openEngineStage } from './testing/engine-stage.ts'
import { keepWorkflows } from './testing/keep-workflows.ts'
import { type CrashWorker, spawnCrashWorker } from './testing/spawn-crash-worker.ts'
import { until } from './testing/until.ts'

const PAGES = 1000
/** Pages that one task reads. */
const WINDOW = 48
const TENANT = 'test'
const INGEST = { name: 'ingest', version: '2' }

let created: TestDatabase
let folder: string
let stage: EngineStage
const workers: CrashWorker[] = []
beforeAll(async () => {
  created = await createTestDatabase()
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-long-pdf-'))
  const codePath = await keepWorkflows(folder)
  stage = await openEngineStage({
    databaseUrl: created.url,
    address: inject('temporalAddress'),
    bundle: { codePath },
    workflowTaskTimeout: '2s',
  })
})
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()))
  await stage.close()
  await created.drop()
  await rm(folder, { recursive: true })
})

function spawnWorker(): CrashWorker {
  const worker = spawnCrashWorker('ingest-crash-worker.ts')
  workers.push(worker)
  return worker
}

async function receive(): Promise<Record<string, unknown>> {
  const bytes = await makePdf(
    Array.from({ length: PAGES }, (_, index) => (pdf) => {
      pdf
        .fontSize(11)
        .text('', 20, 20)
        .text(`Item ${index + 1}: the valve of flat ${(index * 7) % 311} was looked at in October and needs no repair.`)
    }),
    // Small pages: drawing them is what takes the time, and there is nothing to see in it here.
    { size: 'A6' },
  )
  const { hash } = await createBlobStore(path.join(folder, 'blobs')).put(bytes, 'application/pdf')
  const [name, uri] = ['long.pdf', 'file:///long.pdf']
  const revision = { tenant: TENANT, hash, name, kind: 'pdf' as const, bytes: bytes.byteLength, run: newRunId() }
  const { document } = await receiveDocument(stage.database.db, { ...revision, uri, mime: 'application/pdf' })
  return { document, hash, name, kind: 'pdf', documentType: null, language: 'en', source: uri, url: null }
}

/** Hashes of the pictures of pages that it has stored. */
const picturesOf = ({ lines }: CrashWorker) => lines.flatMap((line) => (line.startsWith('page ') ? [line.slice(5)] : []))

/** Windows by their task, and how often each was tried. */
const attemptsOf = async (run: string, status = '%') => {
  const rows = await stage.query<{ task: string; tries: string }>(
    `select task, count(*) as tries from countersign.attempts where run = $1 and node = 'pdf_text_parser' and status like $2 group by task`,
    run,
    status,
  )
  return new Map(rows.map(({ task, tries }) => [task, Number(tries)]))
}

test('a PDF of 1,000 pages is read by the next worker where one was killed, no finished window twice, in flat memory', {
  timeout: 900_000,
}, async () => {
  const order = {
    databaseUrl: created.url,
    address: inject('temporalAddress'),
    taskQueue: stage.taskQueue,
    codePath: path.join(folder, 'workflows.js'),
    blobs: path.join(folder, 'blobs'),
  }
  const [first, second] = [spawnWorker(), spawnWorker()]
  const input = await receive()
  await first.go(order)
  const { run, handle } = await stage.start(INGEST, input)
  await until('some windows are done and others are under way', async () => (await attemptsOf(run, 'done')).size >= 4, 300_000)
  first.kill('SIGKILL')
  await first.ended()
  const done = await attemptsOf(run, 'done')
  await second.go(order)
  await handle.result()
  expect(await stage.status(run)).toBe('done')
  const after = await attemptsOf(run)
  expect(after.size).toBe(Math.ceil(PAGES / WINDOW))
  const [pages] = await stage.query<{ count: string }>(
    'select count(distinct page) from countersign.document_pages where hash = $1',
    String(input.hash),
  )
  expect(Number(pages?.count)).toBe(PAGES)
  // A finished window whose answer was lost with its worker is asked for again, and found finished. No picture looks like another. The
  // last window, which may be among the finished, is smaller.
  const stored = new Set(picturesOf(first))
  const again = picturesOf(second).filter((picture) => stored.has(picture))
  expect(again.length).toBeLessThanOrEqual(stored.size - (done.size * WINDOW - (WINDOW - (PAGES % WINDOW))))
  const memory = second.lines.filter((line) => line.startsWith('memory ')).map((line) => Number(line.slice(7)))
  expect(Math.max(...memory)).toBeLessThan(1500)
  // Flat: the last hundred pages need no more than the second hundred did, but for what the collector leaves lying about.
  expect(memory.at(-1) ?? 0).toBeLessThan((memory[1] ?? 0) + 250)
})
