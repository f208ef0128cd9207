import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { BatchInput, BatchView, Check, GraphCheck, GraphDescription, RetentionPlan } from '@countersign/client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { typeLine, typing } from '../testing/type-line.ts'

const AT = '2026-03-14T09:00:00.000Z'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-upkeep-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('incidents', () => {
  const group = {
    group: 'g1',
    graph: 'ingest',
    version: '3',
    node: 'embed',
    code: 'unavailable',
    message: 'The server does not answer.',
    count: 12,
    oldest: AT,
    newest: AT,
    review: 'rv_9',
  }
  const batch = (values: Partial<BatchView>): BatchView => ({
    id: 'b_1',
    verb: 'retry',
    reason: null,
    value: null,
    node: null,
    status: 'preview',
    createdBy: 'ada',
    createdAt: AT,
    startedAt: null,
    finishedAt: null,
    total: 12,
    decided: 0,
    refused: 0,
    odd: 0,
    ...values,
  })
  const doors = () => ({
    listIncidentGroups: async () => [group],
    createBatch: vi.fn(async ({ verb }: BatchInput) => batch({ verb })),
    startBatch: async () => batch({ status: 'running' }),
    getBatch: async () => batch({ status: 'done', decided: 12 }),
    listBatchItems: async () => ({ items: [], next: null }),
  })

  test('are listed by what stopped the runs', async () => {
    const { out } = await typeLine('incidents list', { client: doors() })
    expect(out).toMatch(/12 +ingest@3 +embed +unavailable +The server does not answer\. +rv_9/)
    expect((await typeLine('incidents list', { client: { listIncidentGroups: async () => [] } })).out).toBe('No run is parked.\n')
  })

  test('of a group are answered together, after a question', async () => {
    const client = doors()
    const no = await typeLine('incidents retry --graph ingest --code unavailable', { client, stdin: typing('no') })
    expect(no.err).toContain('12 incidents are selected; none stands out.')
    expect(no.err).toContain('Retry these 12 incidents? [y/N]')
    const yes = await typeLine('incidents retry --graph ingest --code unavailable --yes', { client })
    expect(yes).toMatchObject({ code: 0, out: expect.stringContaining('12 retried') })
    expect(client.createBatch).toHaveBeenLastCalledWith(
      expect.objectContaining({ verb: 'retry', filter: { kind: 'incident', graph: 'ingest', code: 'unavailable' } }),
    )
  })

  test('are changed, skipped or aborted, each with what it needs', async () => {
    const client = doors()
    await typeLine(`incidents edit --node embed --set 'model="small"' --yes`, { client })
    expect(client.createBatch).toHaveBeenLastCalledWith(expect.objectContaining({ verb: 'edit', value: { model: 'small' } }))
    await typeLine('incidents skip --group g1 --to index --yes', { client })
    expect(client.createBatch).toHaveBeenLastCalledWith(expect.objectContaining({ verb: 'skip', node: 'index' }))
    await typeLine('incidents abort --all --reason gone --yes', { client })
    expect(client.createBatch).toHaveBeenLastCalledWith(
      expect.objectContaining({ verb: 'abort', reason: 'gone', filter: { kind: 'incident' } }),
    )
  })

  test.each([
    ['no selection', 'incidents retry', 2, '--all'],
    ['a selection of all and some', 'incidents retry --all --graph ingest', 2, '--all'],
    ['no node to go on with', 'incidents skip --all', 2, '--to'],
    ['nothing to change', 'incidents edit --all', 2, '--set or --value'],
    ['a place inside a key', 'incidents edit --all --set a.b=1', 2, 'whole keys'],
    ['a misspelt graph', 'incidents retry --graph ingets', 3, 'Stopped at: ingest embed unavailable (12)'],
  ])('with %s are refused before anything happens', async (_, line, code, words) => {
    const client = doors()
    expect(await typeLine(`${line} --yes`, { client })).toMatchObject({ code, err: expect.stringContaining(words) })
    expect(client.createBatch).not.toHaveBeenCalled()
  })
})

describe('runs list', () => {
  test('names runs that nothing moves, and why', async () => {
    const stall = {
      run: 'r_1',
      title: 'a.pdf',
      graph: 'ingest',
      reason: 'no_worker' as const,
      data: { node: 'scan', queue: 'ocr' },
      since: AT,
    }
    const { out } = await typeLine('runs list --stalled', { client: { listStalls: async () => [stall] } })
    expect(out).toMatch(/r_1 +ingest +no worker for its queue +node scan, queue ocr +a\.pdf/)
  })

  test('shows forks that were made together, and replays', async () => {
    const listRuns = vi.fn(async () => ({ items: [], next: null }))
    await typeLine('runs list --bulk k_1 --replays', { client: { listRuns } })
    expect(listRuns).toHaveBeenCalledWith({ bulk: 'k_1', sandbox: true, limit: 50 })
  })
})

describe('graph', () => {
  const graph: GraphDescription = { name: 'refund', version: '2', nodes: ['ask'], stateSchema: {}, migratesFrom: [] }
  const fine: GraphCheck = { checked: 3, fine: 3, migrated: 2, problems: [] }
  const problem = {
    run: 'r_1',
    title: 'A-1',
    graph: 'refund',
    version: '1',
    kind: 'removed_version' as const,
    detail: 'There is no version 1.',
  }

  test('versions shows how many runs are on each', async () => {
    const one = { name: 'refund', version: '2', registeredAt: AT, migratesFrom: ['1'], running: 0, waiting: 4, parked: 1, ended: 30 }
    const client = { listGraphVersions: async () => [one, { ...one, name: 'other' }] }
    const { out } = await typeLine('graph versions refund', { client })
    expect(out).toMatch(/refund +2 +0 +4 +1 +30 +1 +\d+ d ago/)
    expect(out).not.toContain('other')
  })

  test('check asks the project what it would register; runs that could not go on are exit code 9', async () => {
    const checkGraphs = vi.fn(async (): Promise<GraphCheck> => fine)
    const good = await typeLine('graph check', { client: { checkGraphs }, graphs: [graph] })
    expect(good).toMatchObject({ code: 0, out: '✓ 3 runs have not ended. With refund@2, 3 can go on, 2 of them migrated.\n' })
    expect(checkGraphs).toHaveBeenCalledWith([graph])
    const client = { checkGraphs: async () => ({ checked: 3, fine: 2, migrated: 0, problems: [problem] }) }
    const bad = await typeLine('graph check', { client, graphs: [graph] })
    expect(bad).toMatchObject({ code: 9, out: expect.stringMatching(/2 can go on, 1 cannot[\s\S]*r_1 +refund@1 +removed version +A-1/) })
    expect(JSON.parse((await typeLine('graph check --json', { client })).out).problems).toEqual([problem])
  })

  test('check reads graphs from a file, as describe wrote it, or from the standard input, and says what is wrong with them', async () => {
    const checkGraphs = vi.fn(async () => fine)
    const file = path.join(folder, 'graphs.json')
    const described = await typeLine(`graph describe --out ${file}`, { graphs: [graph] })
    expect(described).toMatchObject({ code: 0, out: '' })
    await typeLine(`graph check --graphs ${file}`, { client: { checkGraphs } })
    await typeLine('graph check --graphs -', { client: { checkGraphs }, stdin: Readable.from([JSON.stringify([graph])]) })
    expect(checkGraphs.mock.calls).toEqual([[[graph]], [[graph]]])
    const wrong = await typeLine('graph check --graphs -', { client: { checkGraphs }, stdin: Readable.from(['[{"name": 1}]']) })
    expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('no list of graphs: 0.name') })
    const missing = await typeLine('graph check --graphs /nowhere.json', { client: { checkGraphs } })
    expect(missing).toMatchObject({ code: 2, err: expect.stringContaining('/nowhere.json') })
  })
})

describe('retention', () => {
  const plan: RetentionPlan = {
    graphs: [{ graph: 'ingest', runs: 2, checkpoints: 40, writes: 90, bytes: 5_000_000, kept: { review: 1, fork: 0, hold: 2 } }],
    runs: 2,
    checkpoints: 40,
    bytes: 5_000_000,
  }

  test('is set, said in words, and taken away', async () => {
    const setRetention = vi.fn(async () => undefined)
    const set = await typeLine("retention set '*' --days 90 --keep ends", { client: { setRetention } })
    expect(set.out).toBe('*: 90 days after the end, the first and the last checkpoint are kept\n')
    await typeLine('retention set ingest --remove', { client: { setRetention } })
    expect(setRetention.mock.calls).toEqual([
      ['*', { days: 90, keep: 'ends' }],
      ['ingest', null],
    ])
    expect(await typeLine('retention set ingest --days 3', { client: { setRetention } })).toMatchObject({ code: 2 })
    const policy = { graph: '*', days: 0, keep: 'none' as const, updatedBy: 'ada', updatedAt: AT }
    expect((await typeLine('retention list', { client: { listRetention: async () => [policy] } })).out).toMatch(/\* +0 days after the end/)
  })

  test('plan deletes nothing and says what is kept and why; apply asks', async () => {
    const applyRetention = vi.fn(async () => ({ runs: 2, checkpoints: 40, bytes: 5_000_000 }))
    const client = { planRetention: async () => plan, applyRetention }
    const planned = await typeLine('retention plan', { client })
    expect(planned.out).toMatch(/ingest +2 +40 +90 +5\.0 MB +1 open review, 2 legal hold/)
    expect(planned.out).toContain('Would delete 40 checkpoints of 2 runs, 5.0 MB')
    const no = await typeLine('retention apply', { client, stdin: typing('no') })
    expect(no.err).toContain('Delete 40 checkpoints? [y/N]')
    expect(applyRetention).not.toHaveBeenCalled()
    expect((await typeLine('retention apply --yes', { client })).out).toBe('Deleted 40 checkpoints of 2 runs, 5.0 MB\n')
  })
})

test('a legal hold is put on a run or a document, and lifted', async () => {
  const client = { holdRun: vi.fn(async () => undefined), holdDocument: vi.fn(async () => undefined) }
  expect((await typeLine('runs hold r_1 --reason "case 7"', { client })).out).toBe('r_1 is on hold\n')
  expect((await typeLine('documents release doc_1', { client })).out).toBe('doc_1 is not on hold any more\n')
  expect(client.holdRun).toHaveBeenCalledWith('r_1', true, 'case 7')
  expect(client.holdDocument).toHaveBeenCalledWith('doc_1', false, undefined)
})

test('documents delete needs a reason, asks, and says what went', async () => {
  const deleteDocument = vi.fn(async () => ({ runs: 1, chunks: 3, files: 2 }))
  expect(await typeLine('documents delete doc_1', { client: { deleteDocument } })).toMatchObject({ code: 2 })
  const { out } = await typeLine('documents delete doc_1 --reason "asked for" --yes', { client: { deleteDocument } })
  expect(out).toBe('doc_1 is deleted, with 1 run, 3 chunks, 2 files\n')
  expect(deleteDocument).toHaveBeenCalledWith('doc_1', 'asked for')
})

describe('doctor', () => {
  const ok: Check = { name: 'postgres', status: 'ok', detail: 'answers in 2 ms', advice: null }
  const warn: Check = { name: 'disk', status: 'warn', detail: '4 GB free', advice: 'Make room.' }
  const fail: Check = { name: 'workers', status: 'fail', detail: 'none for the queue ocr', advice: 'Start a worker for ocr.' }

  test('says of each check what was found and what to do; what fails is exit code 9', async () => {
    const { out, code } = await typeLine('doctor', { checks: [ok, warn, fail] })
    expect(code).toBe(9)
    expect(out).toMatch(/postgres +✓ ok +answers in 2 ms\ndisk +◆ look +4 GB free\nworkers +■ fails/)
    expect(out).toContain('What to do\n  disk: Make room.\n  workers: Start a worker for ocr.')
    expect(await typeLine('doctor --json', { checks: [ok, warn] })).toMatchObject({ code: 0 })
    expect((await typeLine('doctor', { checks: [ok] })).out).toContain('All is well.')
  })
})
