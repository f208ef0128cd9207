import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { BulkFork, CountersignClient } from '@countersign/client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { comparison, historyEntry, lineageRun, runDetail, stateAt } from '../testing/fixtures.ts'
import { typeLine, typing } from '../testing/type-line.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-travel-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** What is said of a run at rest, at once: nothing changes here. */
const atRest = (status: 'done' | 'waiting', openReviews: string[] = []): Partial<CountersignClient> => ({
  getRun: async (id) => runDetail({ id, status, openReviews }),
  watch: async function* () {
    yield { kind: 'run', id: '*', run: null }
  },
})
const bulk = (values: Partial<BulkFork> = {}): BulkFork => ({
  bulk: 'k_1',
  matched: 2,
  items: [
    { run: 'r_1', title: 'a.pdf', checkpoint: 'c_0', step: 0, fork: 'r_11', refused: null },
    { run: 'r_2', title: 'b.pdf', checkpoint: 'c_0', step: 0, fork: 'r_12', refused: null },
  ],
  ...values,
})
const dry = bulk({ bulk: null, items: bulk().items.map((item) => ({ ...item, fork: null })) })

describe('runs history', () => {
  const entries = [
    historyEntry(3, { cause: { kind: 'edit', by: 'ada', reason: 'was net' }, nodes: [] }),
    historyEntry(2, { subgraphs: [{ namespace: 'research:t1', node: 'research', checkpoints: 4 }], forks: ['r_9'] }),
  ]

  test('says what made each checkpoint, what it changed, what ran below it and what was forked there', async () => {
    const getHistory = vi.fn(async () => ({ items: entries, next: 'more' }))
    const { out, err, code } = await typeLine('runs history r_1 --namespace research:t0 --limit 2', { client: { getHistory } })
    expect(code).toBe(0)
    expect(out).toMatch(/3 +c_3 +edit by ada: was net +fields +1\.2 kB +index/)
    expect(out).toMatch(/2 +c_2 +extract +fields +1\.2 kB +index +research:t1 \(4\), fork r_9/)
    expect(err).toContain('add --after more')
    expect(getHistory).toHaveBeenCalledWith('r_1', { namespace: 'research:t0', limit: 2 })
  })

  test('is one line of JSON for each checkpoint', async () => {
    const { out } = await typeLine('runs history r_1 --json', { client: { getHistory: async () => ({ items: entries, next: null }) } })
    expect(
      out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).id),
    ).toEqual(['c_3', 'c_2'])
  })
})

describe('runs state and runs diff', () => {
  const getHistory = async () => ({ items: [historyEntry(3), historyEntry(2)], next: null })

  test('a checkpoint is named by its step as well as by its id', async () => {
    const getState = vi.fn(async () => stateAt({ note: 'gift', total: 12 }, ['total']))
    const { out } = await typeLine('runs state r_1 --checkpoint 2', { client: { getHistory, getState } })
    expect(getState).toHaveBeenLastCalledWith('r_1', 'c_2', undefined)
    expect(out).toMatch(/~ +total +12/)
    expect(out).toMatch(/\n +note +gift/)
    expect((await typeLine('runs state r_1 --checkpoint 9', { client: { getHistory, getState } })).code).toBe(3)
  })

  test('one key is printed in full, and one that is not there is told with those that are', async () => {
    const getState = async () => stateAt({ fields: { total: 12 } })
    expect((await typeLine('runs state r_1 --key fields', { client: { getState } })).out).toBe('{\n  "total": 12\n}\n')
    const unknown = await typeLine('runs state r_1 --key felds', { client: { getState } })
    expect(unknown).toMatchObject({ code: 3, err: expect.stringContaining('It has: fields') })
  })

  test('a difference has a sign for each place, and says how many are left out', async () => {
    const diffStates = vi.fn<CountersignClient['diffStates']>(async () => ({
      changes: [
        { path: '/total', kind: 'changed', before: 12, after: 13 },
        { path: '/note', kind: 'removed', before: 'gift' },
      ],
      more: 4,
    }))
    const { out } = await typeLine('runs diff r_1 --from 2 --to 3', { client: { getHistory, diffStates } })
    expect(diffStates).toHaveBeenLastCalledWith('r_1', { from: 'c_2', to: 'c_3', with: undefined })
    expect(out).toMatch(/~ +\/total +12 +13/)
    expect(out).toMatch(/- +\/note +gift\n… and 4 more changes/)
    await typeLine('runs diff r_1 --with r_2', { client: { getHistory, diffStates } })
    expect(diffStates).toHaveBeenLastCalledWith('r_1', { from: 'c_3', to: undefined, with: 'r_2' })
  })
})

describe('runs fork', () => {
  const getHistory = async () => ({ items: [historyEntry(3), historyEntry(2)], next: null })
  const getRun = async () => runDetail({ stateSchema: { properties: { number: { type: 'string' } } } })

  test('sets keys by what their schema asks for, and reads the state only where a change reaches inside one', async () => {
    const forkRun = vi.fn(async () => ({ run: 'r_2' }))
    const getState = vi.fn(async () => stateAt({ lines: [{ amount: 1 }, { amount: 2 }], other: 'x' }))
    const client = { forkRun, getState, getHistory, getRun }
    const said = await typeLine('runs fork r_1 --step 2 --set number=0042 --set total=12 --reason "was net" --version 4', { client })
    expect(said.out).toBe('r_2 goes on from r_1\n')
    expect(forkRun).toHaveBeenLastCalledWith(
      'r_1',
      expect.objectContaining({ checkpoint: 'c_2', version: '4', reason: 'was net', edit: { values: { number: '0042', total: 12 } } }),
    )
    expect(getState).not.toHaveBeenCalled()
    await typeLine('runs fork r_1 --set lines.1.amount=3 --as-node extract --nodes left,right', { client })
    expect(forkRun).toHaveBeenLastCalledWith(
      'r_1',
      expect.objectContaining({
        nodes: ['left', 'right'],
        edit: { values: { lines: [{ amount: 1 }, { amount: 3 }] }, asNode: 'extract' },
      }),
    )
  })

  test('takes a JSON Patch from a file or from the standard input, and refuses what is none', async () => {
    const forkRun = vi.fn(async () => ({ run: 'r_2' }))
    const patch = [{ op: 'replace', path: '/total', value: 13 }]
    const file = path.join(folder, 'patch.json')
    await writeFile(file, JSON.stringify(patch))
    await typeLine(`runs fork r_1 --patch ${file}`, { client: { forkRun } })
    await typeLine('runs fork r_1 --patch -', { client: { forkRun }, stdin: Readable.from([JSON.stringify(patch)]) })
    expect(forkRun.mock.calls).toEqual(Array(2).fill(['r_1', expect.objectContaining({ edit: { patch } })]))
    const wrong = await typeLine('runs fork r_1 --patch -', { client: { forkRun }, stdin: Readable.from(['[{"op":"swap"}]']) })
    expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('no JSON Patch') })
    expect(await typeLine('runs fork r_1 --patch - --set a=1', { client: { forkRun } })).toMatchObject({ code: 2 })
    expect(await typeLine('runs fork r_1 --as-node extract', { client: { forkRun } })).toMatchObject({ code: 2 })
  })

  test('waits until the new run has ended or needs a person, which is exit code 6', async () => {
    const forkRun = async () => ({ run: 'r_2' })
    const waiting = await typeLine('runs fork r_1 --wait', { client: { forkRun, ...atRest('waiting', ['rv_1']) } })
    expect(waiting).toMatchObject({ code: 6, out: '◆ waiting  r_2 goes on from r_1\n    countersign reviews show rv_1\n' })
    const done = await typeLine('runs fork r_1 --wait --json', { client: { forkRun, ...atRest('done') } })
    expect(done).toMatchObject({ code: 0 })
    expect(JSON.parse(done.out)).toMatchObject({ run: 'r_2', parent: 'r_1', status: 'done' })
  })

  test('of many shows which first, and asks; a dry run makes none', async () => {
    const forkRuns = vi.fn(async ({ dryRun }: { dryRun?: boolean }) => (dryRun ? dry : bulk()))
    const line =
      'runs fork --graph ingest --status parked --node extract --code unavailable --since yesterday --version-is 3 --from extract'
    const only = await typeLine(`${line} --dry-run`, { client: { forkRuns } })
    expect(only).toMatchObject({ code: 0, out: expect.stringContaining('2 runs would be forked') })
    expect(forkRuns.mock.calls).toEqual([
      [
        expect.objectContaining({
          dryRun: true,
          from: { node: 'extract' },
          of: { graph: 'ingest', version: '3', status: 'parked', node: 'extract', code: 'unavailable', since: expect.stringMatching(/Z$/) },
        }),
      ],
    ])
    const no = await typeLine(line, { client: { forkRuns }, stdin: typing('no') })
    expect(no.err).toContain('Fork these 2 runs? [y/N]')
    expect(no.err).toContain('Nothing was forked')
    const yes = await typeLine(line, { client: { forkRuns }, stdin: typing('yes') })
    expect(yes).toMatchObject({ code: 0, out: expect.stringMatching(/r_1 +a\.pdf +0 +r_11/), err: expect.stringContaining('--bulk k_1') })
    expect(await typeLine(line, { client: { forkRuns } })).toMatchObject({ code: 2, err: expect.stringContaining('--yes') })
  })

  test('of many tells which were refused, and that is exit code 4', async () => {
    const refused = { code: 'graph_unknown', message: 'Version 2 is gone' }
    const items = bulk().items.map((item) => (item.run === 'r_2' ? { ...item, fork: null, refused } : item))
    const forkRuns = async () => bulk({ items })
    const said = await typeLine('runs fork --status parked --yes', { client: { forkRuns } })
    expect(said).toMatchObject({ code: 4, out: expect.stringContaining('✕ Version 2 is gone') })
  })

  test.each([
    ['neither a run nor a selection', 'runs fork', 'Name one run'],
    ['both', 'runs fork r_1 --status parked', 'Name one run'],
    ['a place for many', 'runs fork --status parked --step 2', '--step is for one run'],
    ['a limit for one', 'runs fork r_1 --limit 3', '--limit is for many runs'],
    ['a place twice', 'runs fork r_1 --checkpoint c_1 --step 2', 'not both'],
  ])('%s is wrong usage', async (_, line, words) => {
    expect(await typeLine(line)).toMatchObject({ code: 2, err: expect.stringContaining(words) })
  })
})

describe('runs replay', () => {
  test('of a finished run starts at its start, and sets both side by side', async () => {
    const forkRun = vi.fn(async () => ({ run: 'r_2' }))
    const client = { forkRun, compareRuns: async () => comparison(), ...atRest('done') }
    const { out, code } = await typeLine('runs replay r_1 --wait', { client })
    expect(code).toBe(0)
    expect(forkRun).toHaveBeenCalledWith('r_1', expect.objectContaining({ checkpoint: 'start', sandbox: true }))
    expect(out).toMatch(/took +2\.0 s +1\.0 s/)
    expect(out).toMatch(/- +ask\n/)
    expect(out).toMatch(/total +12 +0\.80 +13 +0\.97/)
    expect(out).not.toContain('seller')
    expect(out).toMatch(/index +index +\{"chunks":3\}/)
  })

  test('of many is a table of what differs, those that do first', async () => {
    const cost = { ms: 1_000, tokens: 10, attempts: 2 }
    const row = {
      title: 'a.pdf',
      status: 'done' as const,
      samePath: true,
      keys: [],
      fields: [],
      asked: { a: 0, b: 0 },
      cost: { a: cost, b: cost },
      error: null,
    }
    const rows = [
      { ...row, parent: 'r_1', run: 'r_11' },
      {
        ...row,
        parent: 'r_2',
        run: 'r_12',
        samePath: false,
        fields: [{ name: 'total', a: 12, b: 13 }],
        cost: { a: cost, b: { ...cost, tokens: 4 } },
      },
    ]
    const client = { forkRuns: vi.fn(async () => bulk()), compareBulk: async () => ({ bulk: 'k_1', running: 0, rows }), ...atRest('done') }
    const { out, code } = await typeLine('runs replay --graph ingest --since 7d --wait', { client })
    expect(code).toBe(0)
    expect(client.forkRuns).toHaveBeenCalledWith(expect.objectContaining({ sandbox: true, from: 'start' }))
    expect(out).toMatch(/~ +r_2 +r_12 .*path; total: 12 → 13 .*10 → 4.*\n= +r_1 +r_11/)
    expect(out).toContain('1 of 2 differ')
    const asJson = await typeLine('runs compare --bulk k_1 --json', { client })
    expect(asJson.out.trimEnd().split('\n')).toHaveLength(2)
  })
})

test('runs lineage draws a tree, each fork under its parent', async () => {
  const runs = [
    lineageRun('r_1'),
    lineageRun('r_2', { parentRun: 'r_1', parentStep: 3, edited: ['total'], reason: 'was net' }),
    lineageRun('r_3', { parentRun: 'r_2', parentStep: 4, sandbox: true, nodes: ['left'] }),
    lineageRun('r_4', { parentRun: 'r_1', parentStep: 1 }),
  ]
  const { out } = await typeLine('runs lineage r_3', { client: { getLineage: async () => ({ root: 'r_1', runs }) } })
  const [root, fork, replay, other] = out.split('\n')
  expect(root).toMatch(/^r_1 {2}✓ done {2}ingest@3/)
  expect(fork).toMatch(/^├─ r_2 .*from step 3 {2}changed total {2}“was net”/)
  expect(replay).toMatch(/^│ {2}└─ r_3 ◂ .*replay {2}from step 4 {2}only left/)
  expect(other).toMatch(/^└─ r_4/)
})

describe('runs edit', () => {
  const client = () => ({
    editRun: vi.fn(async () => undefined),
    getHistory: async () => ({ items: [historyEntry(3)], next: null }),
    getState: async () => stateAt({ total: 12, note: 'gift' }),
    getRun: async () => runDetail(),
  })

  test('names the checkpoint that was seen, so that nothing newer is overwritten', async () => {
    const doors = client()
    const { out } = await typeLine('runs edit r_1 --set total=13 --reason "was net" --key e1', { client: doors })
    expect(out).toBe('r_1 goes on with its state changed: total\n')
    expect(doors.editRun).toHaveBeenCalledWith('r_1', { values: { total: 13 }, checkpoint: 'c_3', reason: 'was net', clientKey: 'e1' })
    expect(await typeLine('runs edit r_1 --set total=13', { client: doors })).toMatchObject({
      code: 2,
      err: expect.stringContaining('--reason'),
    })
  })

  test('opens the state in the editor, and sends the keys that were changed there', async () => {
    const doors = client()
    const env = { EDITOR: 'sed -i s/12/13/' }
    const { code } = await typeLine('runs edit r_1 --reason typo', { client: doors, env, stdin: typing('') })
    expect(code).toBe(0)
    expect(doors.editRun).toHaveBeenCalledWith('r_1', expect.objectContaining({ values: { total: 13 } }))
    const untouched = await typeLine('runs edit r_1 --reason typo', { client: doors, env: { EDITOR: 'true' }, stdin: typing('') })
    expect(untouched.out).toBe('Nothing was changed.\n')
    const broken = await typeLine('runs edit r_1 --reason typo', { client: doors, env: { EDITOR: 'sed -i 1d' }, stdin: typing('') })
    expect(broken).toMatchObject({ code: 2, err: expect.stringContaining('not JSON') })
    const removed = await typeLine('runs edit r_1 --reason typo', { client: doors, env: { EDITOR: 'sed -i /total/d' }, stdin: typing('') })
    expect(removed).toMatchObject({ code: 2, err: expect.stringContaining('write null for “total”') })
    expect(await typeLine('runs edit r_1 --reason typo', { client: doors })).toMatchObject({
      code: 2,
      err: expect.stringContaining('EDITOR'),
    })
    expect(doors.editRun).toHaveBeenCalledTimes(1)
  })
})
