import { schema } from '@countersign/db'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drive } from '../../../activities/src/engine/testing/test-engine.ts'
import { type ForkStage, GRAPHS, openForkStage } from '../../test/fork-stage.ts'
import type { CountersignClient } from '../types.ts'

let stage: ForkStage
let ada: CountersignClient

beforeAll(async () => {
  stage = await openForkStage()
  ada = stage.ada
})
afterAll(() => stage.close())

describe('an edit', () => {
  let run: string
  beforeAll(async () => {
    run = await stage.waiting(GRAPHS.pair)
  })

  test.each([
    ['an unknown key', { values: { amount: 1, total: 2 } }, { names: ['amount'], keys: ['notes', 'total'] }],
    ['a key of LangGraph', { values: { 'branch:to:a': 'x' } }, { names: ['branch:to:a'] }],
    ['a value of another type', { values: { total: 'much' } }, { issues: [{ path: 'total', message: expect.any(String) }] }],
    [
      'a patched value of another type',
      { patch: [{ op: 'replace' as const, path: '/total', value: 'much' }] },
      { issues: [{ path: 'total' }] },
    ],
    ['a path that is not there', { patch: [{ op: 'replace' as const, path: '/notes/9', value: 'x' }] }, { path: '/notes/9' }],
    ['a failing test', { patch: [{ op: 'test' as const, path: '/total', value: 9 }] }, { path: '/total' }],
    ['the whole state', { patch: [{ op: 'replace' as const, path: '', value: {} }] }, { path: '' }],
    ['a key taken away', { patch: [{ op: 'remove' as const, path: '/total' }] }, { path: '/total' }],
    ['an unknown node', { values: { total: 2 }, asNode: 'middle' }, { node: 'middle', nodes: ['a', 'left', 'right', 'join'] }],
    ['nothing', { values: {} }, {}],
    ['values and a patch', { values: { total: 1 }, patch: [] }, {}],
  ])('of %s is refused', async (_name, edit, details) => {
    await expect(ada.forkRun(run, { edit })).rejects.toMatchObject({ code: 'invalid_input', details })
  })

  test('by JSON Patch becomes the new values of the keys it touches', async () => {
    const { run: fork } = await ada.forkRun(run, {
      edit: {
        patch: [
          { op: 'add', path: '/notes/-', value: 'by hand' },
          { op: 'test', path: '/total', value: 1 },
        ],
        asNode: 'a',
      },
    })
    const rows = await stage.scene.database.db.select().from(schema.edits).where(eq(schema.edits.run, fork))
    expect(rows).toMatchObject([{ values: { notes: ['a', 'by hand'] }, asNode: 'a' }])
  })
})

describe('a run is edited where it stands', () => {
  const query = async (sql: string, run: string) => (await stage.scene.database.pool.query(sql, [run])).rows

  test('its reviews are withdrawn, what runs for it may not write any more, and its workflow is owed a message', async () => {
    const run = await stage.waiting(GRAPHS.pair)
    const { checkpoint = '' } = (await query('select checkpoint from countersign.runs where id = $1', run))[0]
    await query(`update countersign.attempts set status = 'running', finished_at = null where run = $1 and node = 'left'`, run)
    await ada.editRun(run, { checkpoint, values: { total: 4 }, reason: 'typing error' })
    expect(await ada.getRun(run)).toMatchObject({ status: 'running', openReviews: [], reviews: [{ status: 'withdrawn' }] })
    const [edit] = await query('select * from countersign.edits where run = $1', run)
    expect(edit).toMatchObject({ checkpoint, namespace: '', values: { total: 4 }, as_node: null, by: 'ada', applied_at: null })
    expect(await query(`select status from countersign.attempts where run = $1 and node = 'left'`, run)).toEqual([{ status: 'superseded' }])
    expect(await query(`select topic, review from countersign.outbox where run = $1 and done_at is null`, run)).toEqual([
      { topic: 'edited', review: edit.id },
    ])
    const entries = await query(`select event, actor, data from countersign.audit where run = $1 and actor = 'ada' order by seq`, run)
    expect(entries).toMatchObject([
      { event: 'review.withdrawn' },
      { event: 'run.edited', data: { edit: edit.id, checkpoint, keys: ['total'], reason: 'typing error' } },
    ])
  })

  test('and goes on with the changed state, which its history ascribes to whoever changed it', async () => {
    const run = await stage.waiting(GRAPHS.pair)
    await ada.editRun(run, { values: { total: 4 }, reason: 'typing error' })
    await drive(stage.engine.deps, run)
    expect(await ada.getRun(run)).toMatchObject({ status: 'waiting', next: ['left', 'right'] })
    const [newest, before] = (await ada.getHistory(run)).items
    expect(newest).toMatchObject({ source: 'update', cause: { kind: 'edit', by: 'ada', reason: 'typing error' }, changed: ['total'] })
    expect(before).toMatchObject({ next: ['left', 'right'] })
    expect((await ada.listCheckpoints(run)).at(-2)).toMatchObject({ id: before?.id, next: ['left', 'right'] })
    expect(await ada.diffStates(run)).toEqual({ changes: [{ path: '/total', kind: 'changed', before: 1, after: 4 }], more: 0 })
    await ada.editRun(run, { values: { notes: ['by hand'] }, asNode: 'join', reason: 'enough' })
    await drive(stage.engine.deps, run)
    expect(await ada.getRun(run)).toMatchObject({ status: 'done' })
    expect((await ada.getState(run)).values).toEqual({ notes: ['a', 'right', 'by hand'], total: 4 })
  })

  test('once for a client key, whatever became of the run since', async () => {
    const run = await stage.waiting(GRAPHS.pair)
    const edit = { values: { total: 4 }, reason: 'x', clientKey: 'e1' }
    await Promise.all(Array.from({ length: 10 }, () => ada.editRun(run, edit)))
    await ada.editRun(run, edit)
    expect(await query('select id from countersign.edits where run = $1', run)).toHaveLength(1)
    await expect(ada.editRun(await stage.waiting(GRAPHS.pair), edit)).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('not while it is running, has moved on, has an edit under way, or after it has ended', async () => {
    const run = await stage.waiting(GRAPHS.pair)
    const edit = (more = {}) => ada.editRun(run, { values: { total: 4 }, reason: 'x', ...more })
    await expect(edit({ checkpoint: 'another' })).rejects.toMatchObject({ code: 'conflict', details: { checkpoint: expect.any(String) } })
    await expect(edit({ reason: '' })).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(edit({ values: { amount: 4 } })).rejects.toMatchObject({ code: 'invalid_input', details: { names: ['amount'] } })
    await edit()
    await expect(edit()).rejects.toMatchObject({ code: 'conflict', details: { status: 'running' } })
    await query(`update countersign.runs set status = 'parked' where id = $1`, run)
    await expect(edit()).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('earlier edit') })
    await query(`update countersign.runs set status = 'aborted' where id = $1`, run)
    await expect(edit()).rejects.toMatchObject({ code: 'run_ended' })
  })

  test('a decision at the same moment: exactly one of the two is taken, every time', async () => {
    for (let time = 0; time < 30; time++) {
      const run = await stage.waiting(GRAPHS.pair)
      const [review] = (await ada.listReviews({ run })).items
      const decide = () => ada.decide({ review: review?.id ?? '', verb: 'approve' })
      const edit = () => ada.editRun(run, { values: { total: time }, reason: 'x' })
      const both = time % 2 ? [edit(), decide()] : [decide(), edit()]
      const [first, second] = await Promise.allSettled(both)
      expect([first?.status, second?.status].toSorted()).toEqual(['fulfilled', 'rejected'])
      const edited = (await query('select id from countersign.edits where run = $1', run)).length
      const decided = (
        await query('select d.id from countersign.decisions d join countersign.reviews v on v.id = d.review where v.run = $1', run)
      ).length
      expect(edited + decided).toBe(1)
      const lost = [first, second].find((one) => one?.status === 'rejected')
      expect(lost).toMatchObject({ reason: { code: edited ? 'changed_since_shown' : 'conflict' } })
    }
  })
})
