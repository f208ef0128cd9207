import { schema } from '@countersign/db'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drive, insertRun } from '../../../activities/src/engine/testing/test-engine.ts'
import { type ForkStage, GRAPHS, openForkStage } from '../../test/fork-stage.ts'
import type { CountersignClient } from '../types.ts'

let stage: ForkStage
let ada: CountersignClient
let run: string

/** Answers what a run asks, until it is done. */
async function finish(of: string): Promise<string> {
  await drive(stage.engine.deps, of)
  for (const { id } of (await ada.listReviews({ run: of, status: 'open' })).items) await ada.decide({ review: id, verb: 'approve' })
  await drive(stage.engine.deps, of)
  return of
}
const query = async (sql: string, ...values: unknown[]) => (await stage.scene.database.pool.query(sql, values)).rows

beforeAll(async () => {
  stage = await openForkStage()
  ada = stage.ada
  run = await finish(await stage.waiting(GRAPHS.pair))
})
afterAll(() => stage.close())

describe('two runs side by side', () => {
  test('a fork has the path of its parent before its own, and counts cost and questions from where they part', async () => {
    const { run: fork } = await ada.forkRun(run, { checkpoint: await stage.before(run, 'join') })
    await finish(fork)
    await query(`update countersign.attempts set usage = '{"input": 5, "output": 2, "calls": 1}' where run = $1 and node = 'join'`, fork)
    const comparison = await ada.compareRuns(run, fork)
    expect(comparison).toMatchObject({
      a: { id: run },
      b: { id: fork, parentRun: run },
      samePath: true,
      path: ['a', 'left', 'right', 'join'].map((node) => ({ a: node, b: node })),
      state: { changes: [], more: 0 },
      cost: { a: { attempts: 1, tokens: 0 }, b: { attempts: 1, tokens: 7 } },
      asked: { a: [], b: [] },
    })
  })

  test('that went different ways show where', async () => {
    const { run: fork } = await ada.forkRun(run, { checkpoint: 'start', edit: { values: { total: 9 } } })
    await drive(stage.engine.deps, fork)
    const { path, samePath, state, asked } = await ada.compareRuns(run, fork)
    expect({ path, samePath }).toEqual({
      path: [
        { a: 'a', b: 'a' },
        { a: 'left', b: null },
        { a: 'right', b: null },
        { a: 'join', b: null },
      ],
      samePath: false,
    })
    expect(state.changes).toContainEqual({ path: '/total', kind: 'changed', before: 1, after: 9 })
    expect(asked).toMatchObject({ a: [{ node: 'left', verb: 'approve' }], b: [{ node: 'left', verb: null }] })
  })

  test('show the fields that each read, and what a replay would have written', async () => {
    const { run: replay } = await ada.forkRun(run, { checkpoint: await stage.before(run, 'join'), sandbox: true })
    const write = (of: string, value: number) =>
      query(
        `with head as (
           update langgraph.checkpoints c set checkpoint = jsonb_set(checkpoint, '{channel_versions,extraction}', '1')
           where thread_id = $1 and checkpoint_id = (select checkpoint from countersign.runs where id = $1))
         insert into langgraph.checkpoint_blobs (thread_id, checkpoint_ns, channel, version, type, blob)
         values ($1, '', 'extraction', '1', 'json', convert_to($2, 'UTF8'))`,
        of,
        JSON.stringify({
          fields: [
            { name: 'total', value, confidence: 0.9 },
            { name: 'issuer', value: 'Acme', confidence: null },
          ],
        }),
      )
    const other = await finish(await insertRun(stage.scene.database, GRAPHS.pair, { notes: [], total: 1 }))
    await Promise.all([write(replay, 12), write(other, 11)])
    const effect = { tenant: 'test', run: replay, task: 't', node: 'join', name: 'index', ordinal: 0, data: { chunks: 3 } }
    await stage.scene.database.db.insert(schema.recordedEffects).values(effect)
    const { fields, effects } = await ada.compareRuns(other, replay)
    expect(fields).toEqual([
      { name: 'total', a: { value: 11, confidence: 0.9 }, b: { value: 12, confidence: 0.9 }, same: false },
      { name: 'issuer', a: { value: 'Acme', confidence: null }, b: { value: 'Acme', confidence: null }, same: true },
    ])
    expect(effects).toEqual([{ node: 'join', name: 'index', data: { chunks: 3 } }])
  })
})

describe('many runs at once', () => {
  test('those that failed at a node since yesterday, on one version: listed by a dry run, then forked together and compared', async () => {
    const park = async (error: object, version = '1') => {
      const parked = await stage.waiting(GRAPHS.pair)
      await query(
        `update countersign.runs set status = 'parked', error = $2, version = $3 where id = $1`,
        parked,
        JSON.stringify(error),
        version,
      )
      return parked
    }
    const failure = { code: 'no_text', message: 'nothing', node: 'left' }
    const [old, first, second] = [await park(failure), await park(failure), await park(failure)]
    await query(`update countersign.runs set created_at = now() - interval '2 days' where id = $1`, old)
    await park({ ...failure, node: 'right' })
    await park(failure, '0')
    const aborted = await stage.waiting(GRAPHS.pair)
    await query(`update countersign.runs set status = 'aborted' where id = $1`, aborted)
    await query(
      `update countersign.attempts set status = 'failed', error = $2 where run = $1 and node = 'left'`,
      aborted,
      JSON.stringify(failure),
    )
    const of = { node: 'left', version: '1', code: 'no_text', since: new Date(Date.now() - 86_400_000).toISOString() }
    const dry = await ada.forkRuns({ of, dryRun: true })
    expect(dry).toMatchObject({ bulk: null, matched: 3, items: [{ run: aborted }, { run: second }, { run: first }] })
    expect(dry.items.every(({ fork, step, refused }) => fork === null && step === 1 && refused === null)).toBe(true)
    expect(await query('select 1 from countersign.runs where parent_run = $1', first)).toEqual([])

    const made = await ada.forkRuns({ of, limit: 2, from: { node: 'left' }, sandbox: true, version: '1', reason: 'new prompt' })
    expect(made).toMatchObject({ bulk: expect.any(String), matched: 3, items: [{ run: aborted }, { run: second }] })
    const forks = made.items.map(({ fork }) => fork)
    const listed = await ada.listRuns({ bulk: made.bulk ?? '' })
    expect(listed.items.map(({ id }) => id).toSorted()).toEqual(forks.toSorted())
    expect((await ada.listRuns({ limit: 200 })).items.filter(({ id }) => forks.includes(id))).toEqual([])
    expect((await ada.listRuns({ sandbox: true })).items.map(({ id }) => id)).toEqual(expect.arrayContaining(forks))
    const table = await ada.compareBulk(made.bulk ?? '')
    expect(table).toMatchObject({ bulk: made.bulk, running: 2 })
    expect(table.rows.map(({ parent }) => parent).toSorted()).toEqual([aborted, second].toSorted())
    expect(table.rows[0]).toMatchObject({ samePath: true, keys: [], fields: [], error: null })
  })

  test('one that cannot be forked is refused and stops no other', async () => {
    const other = await stage.waiting(GRAPHS.pair)
    const { items } = await ada.forkRuns({ of: { runs: [run, other] } })
    expect(items.find((item) => item.run === run)).toMatchObject({ fork: null, refused: { code: 'invalid_input' } })
    expect(items.find((item) => item.run === other)).toMatchObject({ fork: expect.any(String), refused: null })
    const never = await ada.forkRuns({ of: { runs: [other] }, from: { node: 'join' } })
    expect(never.items).toMatchObject([{ refused: { message: 'join has not run in this run.' } }])
  })

  test('all runs there are is not meant by saying nothing', async () => {
    await expect(ada.forkRuns({ of: {} })).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(ada.forkRuns({ of: { since: 'yesterday' } })).rejects.toMatchObject({ code: 'invalid_input' })
  })
})
