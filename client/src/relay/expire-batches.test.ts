import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Scene, setScene } from '../../test/scene.ts'
import type { CountersignClient } from '../types.ts'
import { createBatchExpiry } from './expire-batches.ts'

let scene: Scene
let ada: CountersignClient
beforeAll(async () => {
  scene = await setScene()
  ada = scene.client()
})
afterAll(() => scene.close())

const log = { info: () => undefined, warn: () => undefined }

async function makeBatch(daysAgo: number): Promise<string> {
  const { id: review } = await scene.review(await scene.run())
  const { id } = await ada.createBatch({ verb: 'approve', reviews: [review] })
  await scene.database.pool.query('update countersign.batches set created_at = now() - make_interval(days => $2) where id = $1', [
    id,
    daysAgo,
  ])
  return id
}

test('a batch that nobody started within seven days is gone with its items, and the audit log says so', async () => {
  const [old, young, begun] = [await makeBatch(8), await makeBatch(6), await makeBatch(9)]
  await ada.startBatch(begun)
  const expiry = createBatchExpiry({ database: scene.database, log })
  expiry.start()
  await vi.waitFor(() => expect(ada.getBatch(old)).rejects.toMatchObject({ code: 'not_found' }))
  await expiry.stop()
  expect(await ada.getBatch(young)).toMatchObject({ status: 'preview' })
  expect(await ada.getBatch(begun)).toMatchObject({ status: 'running' })
  const { rows } = await scene.database.pool.query('select batch from countersign.batch_items order by batch')
  expect(rows.map(({ batch }) => batch).toSorted()).toEqual([young, begun].toSorted())
  const told = await scene.database.pool.query(`select tenant, actor, data from countersign.audit where event = 'batch.expired'`)
  expect(told.rows).toEqual([{ tenant: 'acme', actor: 'engine', data: { batch: old, createdBy: 'ada' } }])
})
