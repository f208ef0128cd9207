import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type NotificationScene, setNotificationScene } from '../../test/notification-scene.ts'
import { startReceiver } from '../../test/receivers.ts'
import { keepRecord } from './keep-record.ts'

let scene: NotificationScene
beforeAll(async () => {
  scene = await setNotificationScene()
})
afterAll(() => scene.close())

const log = { info: () => undefined, warn: () => undefined }

test('what happens is sealed, told and anchored by itself, once, however many workers there are', async () => {
  const receiver = await startReceiver((response) => response.end())
  const channels = {
    ops: { kind: 'webhook', url: receiver.url, secret: { env: 'HOOK_SECRET' }, events: ['comment.*'], allowPrivate: true },
  }
  const notifications = await scene.settings(channels)
  const options = { databaseUrl: scene.url, places: scene.places, notifications, anchorSeconds: 1, log }
  const workers = await Promise.all([keepRecord(options), keepRecord(options)])
  await scene.record('told', 20)
  await expect.poll(() => receiver.received.length).toBe(20)
  await expect.poll(async () => (await scene.deliveries('told')).filter(({ status }) => status === 'sent').length).toBe(20)
  await Promise.all(workers.map((worker) => worker.stop()))
  expect(receiver.received).toHaveLength(20)
  expect(await readFile(path.join(scene.folder, 'audit-anchors', 'told.jsonl'), 'utf8')).toContain('"position":20')
  expect(await scene.auditor('told').verifyAudit()).toMatchObject({ sealed: 20, broken: [] })
  await receiver.close()
})

test('a worker whose key is not usable does not start', async () => {
  const options = { databaseUrl: scene.url, places: { key: 'short', folder: scene.folder }, notifications: null, log }
  await expect(keepRecord(options)).rejects.toMatchObject({ code: 'invalid_input' })
})
