import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { claimDeliveries } from '@countersign/db'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type NotificationScene, SECRETS, setNotificationScene } from '../../test/notification-scene.ts'
import { type Receiver, startReceiver } from '../../test/receivers.ts'
import type { Notifier } from './send-notifications.ts'

let scene: NotificationScene
const notifiers: Notifier[] = []
const receivers: Receiver[] = []
beforeAll(async () => {
  scene = await setNotificationScene()
})
afterEach(async () => {
  await Promise.all(notifiers.splice(0).map((notifier) => notifier.stop()))
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()))
})
afterAll(() => scene.close())

const start = (...args: Parameters<NotificationScene['notifier']>): void => {
  const notifier = scene.notifier(...args)
  notifiers.push(notifier)
  notifier.start()
}
const receive = async (answer: Parameters<typeof startReceiver>[0]): Promise<Receiver> => {
  const receiver = await startReceiver(answer)
  receivers.push(receiver)
  return receiver
}
const hook = (url: string, more: object = {}) => ({
  hook: { kind: 'webhook', url, secret: { env: 'HOOK_SECRET' }, events: ['review.decided'], allowPrivate: true, ...more },
})

let tenants = 0
/** A tenant of its own in which a review was decided, with a delivery to the receiver. */
async function decidedReview(url: string, options: { more?: object; attempts?: number } = {}) {
  tenants += 1
  const tenant = `told-${tenants}`
  const run = await scene.run({ tenant })
  const review = await scene.review(run, { title: 'Invoice, Netpresse', proposal: { secret: 'text of the document' } }, { tenant })
  const settings = await scene.settings(hook(url, options.more), { attempts: options.attempts })
  await scene.happens(settings, {
    tenant,
    actor: 'ada',
    event: 'review.decided',
    run,
    review: review.id,
    data: { verb: 'reject', reason: 'IBAN is wrong' },
  })
  return { tenant, run, review: review.id, settings }
}
const settled = (tenant: string) =>
  expect.poll(async () => (await scene.deliveries(tenant)).map(({ status, attempts }) => `${status} after ${attempts}`))
const idsOf = ({ received }: Receiver) => received.map(({ headers }) => headers['webhook-id'])

test('a webhook gets ids, a title and a link, signed as Standard Webhooks has it, and nothing of the document', async () => {
  const receiver = await receive((response) => response.end())
  const { tenant, run, review, settings } = await decidedReview(receiver.url)
  start(settings)
  await settled(tenant).toEqual(['sent after 1'])
  const [got] = receiver.received
  if (!got) throw new Error('nothing was received')
  expect(JSON.parse(got.body)).toEqual({
    type: 'review.decided',
    timestamp: expect.stringMatching(/^20/),
    data: {
      tenant,
      entry: expect.any(Number),
      actor: 'ada',
      run,
      review,
      document: null,
      title: 'Invoice, Netpresse',
      dueAt: null,
      verb: 'reject',
      link: `https://desk.example.test/reviews/${review}`,
    },
  })
  const signed = `${got.headers['webhook-id']}.${got.headers['webhook-timestamp']}.${got.body}`
  const key = Buffer.from(SECRETS.HOOK_SECRET.slice('whsec_'.length), 'base64')
  expect(got.headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
  expect(Math.abs(Number(got.headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(60)
})

test('a receiver that fails is asked again under the same id, until it takes it', async () => {
  const receiver = await receive((response, count) => response.writeHead(count < 3 ? 500 : 204).end())
  const { tenant, settings } = await decidedReview(receiver.url)
  start(settings)
  await settled(tenant).toEqual(['sent after 3'])
  expect(new Set(idsOf(receiver)).size).toBe(1)
  expect(receiver.received).toHaveLength(3)
})

test('a receiver that hangs is given up after the time limit, and asked again', async () => {
  const receiver = await receive((response, count) => {
    if (count > 1) response.end()
  })
  const { tenant, settings } = await decidedReview(receiver.url)
  start(settings, { timeout: 200 })
  await settled(tenant).toEqual(['sent after 2'])
  expect(new Set(idsOf(receiver)).size).toBe(1)
})

test('a receiver that breaks off before its answer is asked again; one that breaks off after it, or answers twice, is not', async () => {
  const silent = await receive((response, count) => (count === 1 ? response.destroy() : response.end()))
  const early = await receive((response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('half')
    setImmediate(() => response.destroy())
  })
  const double = await receive((response) => {
    response.socket?.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\nHTTP/1.1 500 No\r\ncontent-length: 0\r\n\r\n')
  })
  for (const [receiver, outcome] of [
    [silent, 'sent after 2'],
    [early, 'sent after 1'],
    [double, 'sent after 1'],
  ] as const) {
    const { tenant, settings } = await decidedReview(receiver.url)
    start(settings)
    await settled(tenant).toEqual([outcome])
    expect(new Set(idsOf(receiver)).size).toBe(1)
    await notifiers.pop()?.stop()
  }
  expect([silent, early, double].map(({ received }) => received.length)).toEqual([2, 1, 1])
})

test('a receiver that is gone for good, redirects or is not on the public internet is dead at once, with the reason', async () => {
  const gone = await receive((response) => response.writeHead(410).end())
  const first = await decidedReview(gone.url)
  start(first.settings)
  await settled(first.tenant).toEqual(['dead after 1'])
  expect((await scene.deliveries(first.tenant))[0]?.lastError).toContain('HTTP 410')

  await notifiers.pop()?.stop()
  const elsewhere = await receive((response) => response.end())
  const moved = await receive((response) => response.writeHead(302, { location: elsewhere.url }).end())
  const second = await decidedReview(moved.url)
  start(second.settings)
  await settled(second.tenant).toEqual(['dead after 1'])
  expect(elsewhere.received).toEqual([])

  await notifiers.pop()?.stop()
  for (const url of [elsewhere.url, elsewhere.url.replace('127.0.0.1', 'localhost')]) {
    const third = await decidedReview(url, { more: { allowPrivate: false } })
    start(third.settings)
    await settled(third.tenant).toEqual(['dead after 1'])
    expect((await scene.deliveries(third.tenant))[0]?.lastError).toContain('not on the public internet')
    await notifiers.pop()?.stop()
  }
  expect(elsewhere.received).toEqual([])
})

test('what fails too often is dead with its last reason, is listed, and is sent again under its id when an operator says so', async () => {
  let open = false
  const receiver = await receive((response) => response.writeHead(open ? 200 : 503).end())
  const { tenant, settings } = await decidedReview(receiver.url, { attempts: 3 })
  start(settings)
  await settled(tenant).toEqual(['dead after 3'])
  const dead = (await scene.operator(tenant).listDeliveries({ status: 'dead' })).items
  expect(dead).toMatchObject([{ event: 'review.decided', channel: 'hook', lastError: expect.stringContaining('HTTP 503') }])
  open = true
  const id = dead[0]?.id ?? 0
  await scene.operator(tenant).retryDelivery(id)
  await settled(tenant).toEqual(['sent after 1'])
  expect(new Set(idsOf(receiver)).size).toBe(1)
  await expect(scene.operator(tenant).retryDelivery(id)).rejects.toMatchObject({ code: 'conflict' })
  await expect(scene.operator('somebody-else').retryDelivery(id)).rejects.toMatchObject({ code: 'not_found' })
  const viewer = scene.operator(tenant).as({ tenant, user: 'vi', roles: ['viewer'] })
  await expect(viewer.retryDelivery(id)).rejects.toMatchObject({ code: 'forbidden' })
})

test('a receiver that asks for time gets it', async () => {
  const receiver = await receive((response) => response.writeHead(429, { 'retry-after': '600' }).end())
  const { tenant, settings } = await decidedReview(receiver.url)
  start(settings)
  await settled(tenant).toEqual(['pending after 1'])
  await expect.poll(async () => (await scene.deliveries(tenant))[0]?.lastError).toContain('429')
  const again = Date.parse((await scene.deliveries(tenant))[0]?.nextAt ?? '') - Date.now()
  expect(again).toBeGreaterThan(550_000)
})

test('several senders at once send each notification once', async () => {
  const receiver = await receive((response) => response.end())
  const { tenant, run, review, settings } = await decidedReview(receiver.url)
  for (let n = 0; n < 59; n += 1)
    await scene.happens(settings, { tenant, actor: 'ada', event: 'review.decided', run, review, data: { verb: 'approve' } })
  // On a busy machine an answer may take long; one that comes too late would be asked for again.
  for (let n = 0; n < 3; n += 1) start(settings, { timeout: 30_000 })
  await expect.poll(async () => (await scene.deliveries(tenant)).filter(({ status }) => status === 'sent').length).toBe(60)
  expect(receiver.received).toHaveLength(60)
  expect(new Set(idsOf(receiver)).size).toBe(60)
})

test('what a sender held when it was killed is sent by another once the lease is over', async () => {
  const receiver = await receive((response) => response.end())
  const { tenant, settings } = await decidedReview(receiver.url)
  expect(await claimDeliveries(scene.database.db, { limit: 10, leaseSeconds: 1 })).toHaveLength(1)
  start(settings)
  await settled(tenant).toEqual(['sent after 2'])
  expect(receiver.received).toHaveLength(1)
})

test('a worker that is killed while it sends loses nothing: another sends it, under the same id', async () => {
  const receiver = await receive((response, count) => {
    if (count > 1) response.end()
  })
  const { tenant, settings } = await decidedReview(receiver.url)
  const file = path.join(scene.folder, 'killed.json')
  await writeFile(file, JSON.stringify({ channels: hook(receiver.url) }))
  const script = fileURLToPath(new URL('../../test/notifier-process.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script, scene.url, file], {
    env: { ...process.env, ...SECRETS },
    stdio: 'inherit',
  })
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(1)
  child.kill('SIGKILL')
  await once(child, 'exit')
  start(settings)
  await settled(tenant).toEqual(['sent after 2'])
  expect(receiver.received).toHaveLength(2)
  expect(new Set(idsOf(receiver)).size).toBe(1)
})

test('Slack gets one line that links, in which a title can call nobody', async () => {
  const receiver = await receive((response) => response.end('ok'))
  const tenant = 'slack'
  const run = await scene.run({ tenant })
  const review = await scene.review(run, { title: 'Pay <!channel> | now & here' }, { tenant })
  const channels = { talk: { kind: 'slack', url: { env: 'SLACK_URL' }, events: ['review.*'], allowPrivate: true, language: 'fr' } }
  const settings = await scene.settings(channels, { env: { SLACK_URL: receiver.url } })
  await scene.happens(settings, { tenant, actor: 'engine', event: 'review.reminded', run, review: review.id, data: {} })
  start(settings)
  await settled(tenant).toEqual(['sent after 1'])
  const link = `https://desk.example.test/reviews/${review.id}`
  const text = `<${link}|Toujours en attente : Pay &lt;!channel&gt; ¦ now &amp; here>\nLe lien ouvre la page ; l’ouvrir ne décide de rien.`
  expect(JSON.parse(receiver.received[0]?.body ?? '')).toEqual({ text })
})

test('a channel hears only of its own tenants and events, and of what is news', async () => {
  const channels = { ...hook('https://desk.example.test', { tenants: ['mine'] }) }
  const settings = await scene.settings(channels)
  await scene.happens(settings, { tenant: 'mine', actor: 'ada', event: 'review.claimed', data: {} })
  await scene.happens(settings, { tenant: 'theirs', actor: 'ada', event: 'review.decided', data: { verb: 'approve' } })
  expect([...(await scene.deliveries('mine')), ...(await scene.deliveries('theirs'))]).toEqual([])
  await scene.happens(settings, { tenant: 'mine', actor: 'ada', event: 'review.decided', data: { verb: 'approve' } })
  expect(await scene.deliveries('mine')).toHaveLength(1)
})
