import { announceChanges, type Change, finishBatch, recordBatchItem } from '@countersign/db'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { registerGraph, type Scene, setScene } from '../test/scene.ts'
import type { ChangeEvent, CountersignClient } from './types.ts'

let scene: Scene
let ada: CountersignClient

beforeAll(async () => {
  scene = await setScene()
  await registerGraph(scene.database)
  ada = scene.client()
})
afterAll(() => scene.close())

/** Collects events until told to stop; ready once it listens. */
async function collect(client: CountersignClient): Promise<{ events: ChangeEvent[]; stop(): Promise<void> }> {
  const abort = new AbortController()
  const events: ChangeEvent[] = []
  const done = (async () => {
    for await (const event of client.watch(abort.signal)) events.push(event)
  })()
  await eventually(() => expect(events).toContainEqual({ kind: 'run', id: '*', run: null }))
  return {
    events,
    stop: async () => {
      abort.abort()
      await done
    },
  }
}
const eventually = (check: () => void | Promise<void>): Promise<void> => vi.waitFor(check, { timeout: 10_000, interval: 20 })
const announce = (change: Partial<Change>) =>
  announceChanges(scene.database.db, [{ tenant: 'acme', kind: 'run', id: 'r1', run: 'r1', ...change }])
const listeners = async (): Promise<number> => {
  const { rows } = await scene.database.db.execute<{ count: number }>(
    sql`select count(*)::int as count from pg_stat_activity where application_name = 'listen countersign' and datname = current_database()`,
  )
  return rows[0]?.count ?? 0
}

test('what is ingested and decided is told to everyone who watches, over one connection', async () => {
  const watchers = await Promise.all([collect(ada), collect(ada.as({ tenant: ada.tenant, user: 'bob', roles: ['admin'] })), collect(ada)])
  expect(await listeners()).toBe(1)
  const { run, document } = await ada.ingest({ name: 'a.txt', bytes: Buffer.from('watched') })
  const review = await scene.review(run)
  await ada.decide({ review: review.id, verb: 'approve' })
  for (const { events } of watchers) {
    await eventually(() => {
      expect(events).toContainEqual({ kind: 'run', id: run, run })
      expect(events).toContainEqual({ kind: 'document', id: document, run })
      expect(events).toContainEqual({ kind: 'review', id: review.id, run })
    })
  }
  await Promise.all(watchers.map(({ stop }) => stop()))
  await eventually(async () => expect(await listeners()).toBe(0))
})

test('a batch is told of when it starts, with each item, when it stops and at its end', async () => {
  const { run } = await ada.ingest({ name: 'b.txt', bytes: Buffer.from('many') })
  const [one, two] = [await scene.review(run, {}, { checkpoint: 'b1' }), await scene.review(run, {}, { checkpoint: 'b2' })]
  const { id: batch } = await ada.createBatch({ verb: 'approve', reviews: [one.id, two.id] })
  const { events, stop } = await collect(ada)
  const told = { kind: 'batch' as const, id: batch, run: null }
  const tells = async (work: () => Promise<unknown>) => {
    events.length = 0
    await work()
    await eventually(() => expect(events).toContainEqual(told))
  }
  const { db } = scene.database
  const note = (review: string) => recordBatchItem(db, { tenant: 'acme', batch, review, result: { status: 'decided' } })
  await tells(() => ada.startBatch(batch))
  await tells(() => note(one.id))
  await tells(() => ada.stopBatch(batch))
  await tells(() => ada.startBatch(batch))
  await tells(() => note(two.id))
  await tells(() => finishBatch(db, { tenant: 'acme', batch }))
  expect(await ada.getBatch(batch)).toMatchObject({ status: 'done', decided: 2 })
  await stop()
})

test("another tenant's changes are not told, nor what was rolled back", async () => {
  const { events, stop } = await collect(ada)
  await announce({ tenant: 'other', id: 'theirs' })
  await scene.database.db
    .transaction(async (tx) => {
      await announceChanges(tx, [{ tenant: 'acme', kind: 'run', id: 'undone', run: 'undone' }])
      throw new Error('changed my mind')
    })
    .catch(() => undefined)
  await announce({ id: 'mine' })
  await eventually(() => expect(events).toContainEqual({ kind: 'run', id: 'mine', run: 'r1' }))
  expect(events.map(({ id }) => id)).toEqual(['*', 'mine'])
  await stop()
})

test('after its connection was cut a watcher is told to read again, and hears what follows', async () => {
  const { events, stop } = await collect(ada)
  await scene.database.db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'listen countersign' and datname = current_database()`,
  )
  await eventually(() => expect(events.filter(({ id }) => id === '*')).toHaveLength(2))
  await announce({ id: 'after' })
  await eventually(() => expect(events).toContainEqual({ kind: 'run', id: 'after', run: 'r1' }))
  await stop()
})

test('a watcher that falls behind gets each thing once, and at last only the word to read again', async () => {
  const abort = new AbortController()
  const iterator = ada.watch(abort.signal)[Symbol.asyncIterator]()
  expect((await iterator.next()).value).toMatchObject({ id: '*' })
  const fast = await collect(ada)
  for (let n = 0; n < 5; n += 1) await announce({ id: 'same' })
  await announce({ id: 'last' })
  await eventually(() => expect(fast.events.at(-1)).toMatchObject({ id: 'last' }))
  expect((await iterator.next()).value).toMatchObject({ id: 'same' })
  expect((await iterator.next()).value).toMatchObject({ id: 'last' })
  const many = Array.from({ length: 1_500 }, (_, n): Change => ({ tenant: 'acme', kind: 'review', id: `rv${n}`, run: 'r1' }))
  await announceChanges(scene.database.db, many)
  await eventually(() => expect(fast.events.at(-1)).toMatchObject({ id: 'rv1499' }))
  expect((await iterator.next()).value).toMatchObject({ id: '*' })
  await fast.stop()
  abort.abort()
  // What waited is not told to one who has gone.
  let left = 0
  while (!(await iterator.next()).done) left += 1
  expect(left).toBeLessThan(1_000)
})

test('closing the client ends every watch', async () => {
  const own = scene.client()
  const done = (async () => {
    for await (const event of own.watch(new AbortController().signal)) if (event.id === '*') await own.close()
  })()
  await done
})
