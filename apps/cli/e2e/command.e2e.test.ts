import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { buildPart, PARTS } from '../src/demo/build-part.ts'
import { ROOT } from '../src/demo/project-root.ts'
import { migrateDatabase, startWorker } from '../src/demo/start-services.ts'
import type { SupervisedProcess } from '../src/demo/supervise-process.ts'
import { createCommand } from './command.ts'

const NOTE = `# Notice of the harbour office

The ferry to Lindholm leaves at a quarter past seven on weekdays.
Dogs travel free of charge, bicycles cost three crowns.
`

/** Its lines add up to 80, its total says 90: a person is asked. */
const INVOICE = (number: string) => `Brightwater Supplies Ltd
Invoice number: ${number}
Invoice date: 2026-03-14

Paper              30.00
Ink                50.00

Total EUR          90.00
`

const ingestedSchema = z.object({
  source: z.string(),
  run: z.string().nullable(),
  duplicate: z.boolean(),
  status: z.string().nullable(),
  openReviews: z.array(z.string()),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
})

let home: string
let worker: SupervisedProcess
let command: ReturnType<typeof createCommand>

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'countersign-cli-'))
  // Root's Postgres runs as another user, who must be able to enter.
  await chmod(home, 0o755)
  const { DATABASE_URL: _database, TEMPORAL_ADDRESS: _temporal, COUNTERSIGN_USER: _user, ...env } = process.env
  command = createCommand({ ...env, COUNTERSIGN_HOME: home, COUNTERSIGN_EXTRACTOR: 'rules', COUNTERSIGN_EMBEDDINGS: 'local' })
  // From its sources the command takes several times as long to start; the worker is what production runs.
  const signal = new AbortController().signal
  for (const part of [PARTS.command, PARTS.worker]) await buildPart(ROOT, part, signal)
  const started = await command.run('stack', 'start', '--json')
  expect(started).toMatchObject({ code: 0 })
  const here = { ...env, COUNTERSIGN_HOME: home }
  await migrateDatabase(here, signal)
  worker = startWorker({ env: here, logs: home, onRestart: () => undefined })
  await worker.ready
})

afterAll(async () => {
  await worker?.stop()
  const stopped = await command.run('stack', 'stop', '--json')
  await rm(home, { recursive: true, force: true })
  expect(stopped.json).toEqual([{ stopped: expect.arrayContaining(['postgres', 'temporal']) }])
})

async function file(name: string, content: string): Promise<string> {
  await writeFile(path.join(home, name), content)
  return path.join(home, name)
}

/** Ingests an invoice that nobody can be sure of and answers its run and its review. */
async function waitingInvoice(number: string): Promise<{ run: string; review: string }> {
  const { json } = await command.run('ingest', await file(`${number}.txt`, INVOICE(number)), '--type', 'invoice', '--wait', '--json')
  const { run, openReviews } = ingestedSchema.parse(json[0])
  return { run: z.string().parse(run), review: z.string().parse(openReviews[0]) }
}

describe('a document that nobody has to look at', () => {
  test('is ingested, listed, found and drawn', async () => {
    const ingested = await command.run('ingest', await file('notice.md', NOTE), '--wait', '--json')
    expect(ingested.code).toBe(0)
    const { run } = ingestedSchema.parse(ingested.json[0])
    expect(ingested.json).toEqual([expect.objectContaining({ status: 'done', duplicate: false, error: null, openReviews: [] })])

    const [detail] = (await command.run('runs', 'show', run ?? '', '--json')).json
    expect(detail).toMatchObject({ id: run, graph: 'ingest', status: 'done', createdBy: userInfo().username })
    const found = await command.run('search', 'when does the ferry leave?', '--json')
    expect(found.json[0]).toMatchObject({ name: 'notice.md', text: expect.stringContaining('quarter past seven') })
    const documents = await command.run('documents', 'list', '--text', 'notice', '--json')
    expect(documents.json).toEqual([expect.objectContaining({ name: 'notice.md', run, chunks: expect.any(Number) })])
  })

  test('is not run twice, unless it is asked for', async () => {
    const path = await file('twice.md', `${NOTE}\nTwice.`)
    const first = ingestedSchema.parse((await command.run('ingest', path, '--wait', '--json')).json[0])
    const second = await command.run('ingest', path, '--json')
    const again = await command.run('ingest', path, '--again', '--wait', '--json')
    expect(second.json).toEqual([expect.objectContaining({ run: first.run, duplicate: true })])
    expect(second.stderr).toContain('--again')
    expect(ingestedSchema.parse(again.json[0])).toMatchObject({ duplicate: false, status: 'done' })
  })

  test('belongs to its tenant alone', async () => {
    await command.run('ingest', await file('secret.md', `${NOTE}\nSecret.`), '--tenant', 'harbour', '--wait')
    expect((await command.run('documents', 'list', '--text', 'secret', '--json')).json).toEqual([])
    expect((await command.run('documents', 'list', '--text', 'secret', '--json', '--tenant', 'harbour')).json).toHaveLength(1)
  })
})

describe('a document that waits for a person', () => {
  test('with --wait is exit code 6, and its review says what is doubtful and how to decide', async () => {
    const result = await command.run('ingest', await file('B-1.txt', INVOICE('B-1')), '--type', 'invoice', '--wait')
    expect(result.code).toBe(6)
    const review = /countersign reviews show (rv_\w+)/.exec(result.stdout)?.[1] ?? ''
    const shown = await command.run('reviews', 'show', review)
    expect(shown.stdout).toMatch(/total/)
    expect(shown.stdout).toContain(`countersign reviews decide ${review} approve`)
    expect((await command.run('reviews', 'list', '--json')).json).toContainEqual(
      expect.objectContaining({ id: review, kind: 'extraction', status: 'open' }),
    )
  })

  test('goes on with the fields that were set, and the second decision is a conflict that names the first', async () => {
    const { run, review } = await waitingInvoice('B-2')
    const edit = await command.run(
      'reviews',
      'decide',
      review,
      'edit',
      '--set',
      'total=80',
      '--set',
      'currency=EUR',
      '--user',
      'mia',
      '--json',
    )
    expect(edit).toMatchObject({ code: 0, json: [expect.objectContaining({ repeated: false })] })

    const late = await command.run('reviews', 'decide', review, 'approve', '--user', 'tom')
    expect(late).toMatchObject({ code: 4, stdout: '', stderr: expect.stringContaining('mia') })
    await vi.waitUntil(async () => (await command.run('runs', 'list', '--status', 'done', '--json')).stdout.includes(run), {
      timeout: 20_000,
      interval: 200,
    })
    const [shown] = (await command.run('reviews', 'show', review, '--json')).json
    expect(shown).toMatchObject({ decision: { verb: 'edit', by: 'mia', value: { total: 80, currency: 'EUR', invoice_number: 'B-2' } } })
  })

  test('decided twice with the same key is decided once', async () => {
    const { review } = await waitingInvoice('B-3')
    const decide = () => command.run('reviews', 'decide', review, 'approve', '--key', 'once', '--json')
    expect((await decide()).json).toEqual([expect.objectContaining({ repeated: false })])
    expect((await decide()).json).toEqual([expect.objectContaining({ repeated: true })])
  })

  test('takes no malformed decision', async () => {
    const { review } = await waitingInvoice('B-4')
    for (const [words, ...rest] of [
      ['a number is expected', 'edit', '--set', 'total=much'],
      ['field=value', 'edit', '--set', 'total'],
      ['is not JSON', 'edit', '--value', '{total'],
      ['ENOENT', 'edit', '--value', '@/nowhere.json'],
      ['total', 'edit', '--value', '{"total":"much"}'],
      ['reason', 'reject'],
      ['retry', 'retry'],
    ] as const) {
      expect(await command.run('reviews', 'decide', review, ...rest)).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining(words),
      })
    }
    expect((await command.run('reviews', 'show', review, '--json')).json).toEqual([
      expect.objectContaining({ status: 'open', decision: null }),
    ])
  })

  test('can be left alone: Ctrl-C during --wait is exit code 130 and the run goes on', async () => {
    const { child, result } = command.start('ingest', await file('slow.md', `${NOTE}\nSlow.`), '--wait', '--json')
    await new Promise<void>((resolve) => child.stderr?.once('data', () => resolve()))
    child.kill('SIGINT')
    const { code } = await result
    // It may have been indexed in the very moment of the keystroke.
    expect([130, 0]).toContain(code)
  })
})

describe('bad input', () => {
  test('a file that is refused does not keep the others out, and decides the exit code', async () => {
    const result = await command.run('ingest', await file('empty.txt', ''), await file('good.md', `${NOTE}\nGood.`), '--json')
    expect(result).toMatchObject({ code: 2, stderr: expect.stringContaining('empty') })
    expect(result.json).toEqual([
      expect.objectContaining({ run: null, error: expect.objectContaining({ code: 'empty_file' }) }),
      expect.objectContaining({ run: expect.stringMatching(/^r_/), error: null }),
    ])
  })

  test.each([
    [3, ['ingest', '/nowhere/at-all.pdf']],
    [3, ['runs', 'show', 'r_00000000000000000000']],
    [3, ['reviews', 'show', 'rv_00000000000000000000']],
    [3, ['reviews', 'decide', 'rv_00000000000000000000', 'approve']],
    [3, ['graph', 'show', 'nothing']],
    [2, ['ingest', tmpdir()]],
  ])('is exit code %i: countersign %j', async (code, argv) => {
    const result = await command.run(...argv)
    expect(result.code).toBe(code)
    expect(result.stderr.trim().split('\n')).toHaveLength(2)
  })

  test('a database that does not answer is exit code 5, in two lines', async () => {
    const elsewhere = createCommand({
      ...process.env,
      DATABASE_URL: 'postgres://127.0.0.1:9/x',
      TEMPORAL_ADDRESS: '127.0.0.1:9',
      COUNTERSIGN_HOME: home,
    })
    const result = await elsewhere.run('runs', 'list')
    expect(result).toMatchObject({ code: 5, stdout: '', stderr: expect.stringContaining('DATABASE_URL') })
    expect(result.stderr.trim().split('\n')).toHaveLength(2)
  })
})

describe('tables and drawings', () => {
  test('a table fits the terminal', async () => {
    const narrow = createCommand({ ...process.env, COUNTERSIGN_HOME: home, COLUMNS: '80' })
    const { stdout } = await narrow.run('runs', 'list')
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
    expect(stdout).not.toContain('\u001b[')
  })

  test('a graph is Mermaid text, or JSON', async () => {
    expect((await command.run('graph', 'list', '--json')).json).toContainEqual(expect.objectContaining({ name: 'ingest' }))
    expect((await command.run('graph', 'show', 'ingest')).stdout).toMatch(/graph TD|flowchart/)
    expect((await command.run('graph', 'show', 'ingest', '--json')).json).toEqual([
      expect.objectContaining({ nodes: expect.arrayContaining([{ id: 'input_router', kind: 'node' }]) }),
    ])
  })

  test('what runs is told by the exit code', async () => {
    expect((await command.run('stack', 'status')).code).toBe(0)
    expect((await createCommand({ ...process.env, COUNTERSIGN_HOME: path.join(home, 'none') }).run('stack', 'status')).code).toBe(5)
  })
})
