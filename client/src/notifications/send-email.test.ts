import type { Role } from '@countersign/workflows/contract'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type NotificationScene, setNotificationScene } from '../../test/notification-scene.ts'
import { type Mailbox, startMailbox } from '../../test/receivers.ts'
import type { Notifier } from '../relay/send-notifications.ts'

let scene: NotificationScene
let notifier: Notifier | null = null
const mailboxes: Mailbox[] = []
beforeAll(async () => {
  scene = await setNotificationScene()
})
afterEach(async () => {
  await notifier?.stop()
  await Promise.all(mailboxes.splice(0).map((mailbox) => mailbox.close()))
})
afterAll(() => scene.close())

const openMailbox = async (...options: Parameters<typeof startMailbox>): Promise<Mailbox> => {
  const mailbox = await startMailbox(...options)
  mailboxes.push(mailbox)
  return mailbox
}
const mail = ({ port }: Pick<Mailbox, 'port'>, more: object = {}, smtp: object = {}, name = 'mail') =>
  scene.settings({
    [name]: {
      kind: 'email',
      from: 'Countersign <desk@example.test>',
      events: ['review.*', 'comment.added'],
      smtp: { host: '127.0.0.1', port, requireTls: false, ...smtp },
      ...more,
    },
  })
/** A channel whose mails no test sends. */
const unsent = () => mail({ port: 9 }, {}, {}, 'unsent')
const send = (settings: Awaited<ReturnType<typeof mail>>): void => {
  notifier = scene.notifier(settings)
  notifier.start()
}
const PEOPLE: [id: string, roles: Role[], values?: { email?: string | null; disabledAt?: Date }][] = [
  ['ada', ['reviewer']],
  ['bo', ['reviewer']],
  ['cleo', ['approver']],
  ['vi', ['viewer']],
  ['gone', ['reviewer'], { disabledAt: new Date() }],
  ['mute', ['reviewer'], { email: null }],
]

let tenants = 0
/** A tenant of its own with people and an open review. */
async function tenantWithReview(row: NonNullable<Parameters<typeof scene.review>[2]>['row'] = {}) {
  tenants += 1
  const tenant = `mailed-${tenants}`
  for (const [id, roles, values] of PEOPLE) await scene.account(tenant, id, roles, values)
  const run = await scene.run({ tenant })
  const { id: review } = await scene.review(run, { title: 'Facture n° 12, été' }, { tenant, row })
  return { tenant, run, review }
}
const receiversOf = async (tenant: string) => (await scene.deliveries(tenant)).map(({ recipient }) => recipient).sort()
const settled = (tenant: string) =>
  expect.poll(async () => (await scene.deliveries(tenant)).map(({ status, attempts }) => `${status} after ${attempts}`))

test('a new review is told to those who may decide it and can be reached: not the excluded, the disabled, those of other roles', async () => {
  const { tenant, run, review } = await tenantWithReview({ excluded: ['bo'], users: ['vi'] })
  await scene.happens(await unsent(), {
    tenant,
    actor: 'engine',
    event: 'review.opened',
    run,
    review,
    data: { kind: 'extraction', node: 'n' },
  })
  expect(await receiversOf(tenant)).toEqual(['ada', 'cleo', 'vi'])
})

test('once a review is somebody’s, reminders are for that person alone', async () => {
  const { tenant, run, review } = await tenantWithReview({ assignee: 'bo' })
  await scene.happens(await unsent(), { tenant, actor: 'engine', event: 'review.reminded', run, review, data: {} })
  expect(await receiversOf(tenant)).toEqual(['bo'])
})

test('the assignee and those who are mentioned are told, nobody what he did himself', async () => {
  const { tenant, run, review } = await tenantWithReview()
  const settings = await unsent()
  const about = { tenant, actor: 'ada', run, review }
  await scene.happens(settings, { ...about, event: 'review.assigned', data: { to: 'bo' } })
  await scene.happens(settings, { ...about, event: 'review.assigned', data: { to: 'ada' } })
  await scene.happens(settings, { ...about, event: 'review.assigned', data: { to: null } })
  await scene.happens(settings, { ...about, event: 'comment.added', data: { mentions: ['cleo', 'ada', 'nobody'] } })
  expect((await scene.deliveries(tenant)).map(({ event, recipient }) => `${event} ${recipient}`)).toEqual([
    'review.assigned bo',
    'comment.added cleo',
  ])
})

test('a mail is plain text with a subject and a link, in the language of its channel', async () => {
  const mailbox = await openMailbox()
  const { tenant, run, review } = await tenantWithReview({ dueAt: new Date('2027-01-02T03:04:00Z') })
  const settings = await mail(mailbox, { language: 'en' })
  await scene.happens(settings, { tenant, actor: 'ada', event: 'review.assigned', run, review, data: { to: 'bo' } })
  send(settings)
  await settled(tenant).toEqual(['sent after 1'])
  const [got] = mailbox.mails
  expect(got?.to).toEqual(['bo@example.test'])
  expect(got?.raw).toMatch(/^Message-ID: <msg_[0-9a-f]{32}@countersign>\r$/m)
  expect(got?.raw).toMatch(/^Subject: =\?UTF-8\?/m)
  expect(got?.raw).toContain(`https://desk.example.test/reviews/${review}`)
  expect(got?.raw).toContain('Due: 2027-01-02T03:04:00Z')
  expect(got?.raw).not.toMatch(/text\/html/)
})

test('an address is one address, whatever is in it', async () => {
  const mailbox = await openMailbox()
  const { tenant, run, review } = await tenantWithReview()
  await scene.account(tenant, 'sly', ['reviewer'], { email: 'sly@example.test, boss@example.test' })
  const settings = { ...(await mail(mailbox)), attempts: 1 }
  await scene.happens(settings, { tenant, actor: 'ada', event: 'review.assigned', run, review, data: { to: 'sly' } })
  send(settings)
  await expect.poll(async () => (await scene.deliveries(tenant))[0]?.status).not.toBe('pending')
  expect(mailbox.mails.flatMap(({ to }) => to)).not.toContain('boss@example.test')
})

test('a server that has no time now gets the same mail later, with the same Message-ID', async () => {
  let tries = 0
  const ids: string[] = []
  const mailbox = await openMailbox({
    onMailFrom(_address, _session, callback) {
      tries += 1
      callback(tries < 3 ? Object.assign(new Error('greylisted'), { responseCode: 451 }) : null)
    },
  })
  const { tenant, run, review } = await tenantWithReview()
  const settings = await mail(mailbox)
  await scene.happens(settings, { tenant, actor: 'ada', event: 'review.assigned', run, review, data: { to: 'bo' } })
  send(settings)
  await settled(tenant).toEqual(['sent after 3'])
  for (const { raw } of mailbox.mails) ids.push(/^Message-ID: (.*)\r$/m.exec(raw)?.[1] ?? '')
  expect(ids).toHaveLength(1)
})

test('a receiver that the server refuses for good is dead at once; a server that is not there is tried again', async () => {
  const mailbox = await openMailbox({
    onRcptTo: (_address, _session, callback) => callback(Object.assign(new Error('no such user'), { responseCode: 550 })),
  })
  const refused = await tenantWithReview()
  const settings = await mail(mailbox)
  const about = (of: typeof refused) => ({ ...of, actor: 'ada', event: 'review.assigned' as const, data: { to: 'bo' } })
  await scene.happens(settings, about(refused))
  send(settings)
  await settled(refused.tenant).toEqual(['dead after 1'])
  expect((await scene.deliveries(refused.tenant))[0]?.lastError).toContain('no such user')

  await notifier?.stop()
  const later = await tenantWithReview()
  const nowhere = { ...(await mail({ port: 9 })), attempts: 2 }
  await scene.happens(nowhere, about(later))
  send(nowhere)
  await settled(later.tenant).toEqual(['dead after 2'])
  expect((await scene.deliveries(later.tenant))[0]?.lastError).toContain('ECONNREFUSED')
})

test('a password is sent where the channel has one', async () => {
  const seen: string[] = []
  const mailbox = await openMailbox({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, callback) {
      seen.push(`${username} ${password}`)
      callback(null, { user: username })
    },
  })
  const { tenant, run, review } = await tenantWithReview()
  const settings = await mail(mailbox, { to: ['desk-list@example.test'] }, { user: 'desk', password: { env: 'MAIL_PASSWORD' } })
  await scene.happens(settings, { tenant, actor: 'ada', event: 'review.claimed', run, review, data: {} })
  send(settings)
  await settled(tenant).toEqual(['sent after 1'])
  expect(seen).toEqual(['desk pass'])
  expect(mailbox.mails.map(({ to }) => to)).toEqual([['desk-list@example.test']])
})

test('without TLS nothing is sent where TLS is required, which is the default', async () => {
  const mailbox = await openMailbox()
  const { tenant, run, review } = await tenantWithReview()
  const settings = { ...(await mail(mailbox, {}, { requireTls: undefined })), attempts: 1 }
  await scene.happens(settings, { tenant, actor: 'ada', event: 'review.assigned', run, review, data: { to: 'bo' } })
  send(settings)
  await settled(tenant).toEqual(['dead after 1'])
  expect(mailbox.mails).toEqual([])
})
