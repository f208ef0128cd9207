import { readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../test/review-desk.ts'
import { type Scene, setScene } from '../../test/scene.ts'
import { readSecret } from '../read-secret.ts'
import { createTickets } from './tickets.ts'

let scene: Scene
let desk: Desk
const SECRET = 'a secret of at least thirty-two characters'

beforeAll(async () => {
  scene = await setScene()
  desk = openDesk(scene.database, scene.client({ requireTicket: true, secret: SECRET }))
})
afterAll(() => scene.close())

test('where a ticket is required, a decision that makes up its approval is refused', async () => {
  const { id, shownHash } = await scene.review(await scene.run())
  const ada = desk.as('ada')
  const { ticket } = await ada.getReview(id)
  const decide = (sent?: string) => ada.decide({ review: id, verb: 'approve', shownHash, ticket: sent })
  await expect(decide()).rejects.toMatchObject({ code: 'invalid_input' })
  for (const made of ['', 'approved', `${ticket}x`, `x${ticket}`, `${ticket?.split('.')[0]}.`, 'é.é'])
    await expect(decide(made), made).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(decide(ticket ?? '')).resolves.toMatchObject({ outcome: 'decided' })
})

test('a ticket is good for its person, its review and what was shown, and for nothing else', async () => {
  const run = await scene.run()
  const [{ id, request }, other] = [await scene.review(run), await scene.review(run)]
  const ticket = (await desk.as('ada').getReview(id)).ticket ?? ''
  await expect(desk.as('bob').decide({ review: id, verb: 'approve', ticket })).rejects.toMatchObject({ code: 'changed_since_shown' })
  await expect(desk.as('ada').decide({ review: other.id, verb: 'approve', ticket })).rejects.toMatchObject({ code: 'changed_since_shown' })
  await desk.change(id, { shownHash: 'newer', request: { ...request, proposal: { total: 99 } } })
  await expect(desk.as('ada').decide({ review: id, verb: 'approve', ticket })).rejects.toMatchObject({
    code: 'changed_since_shown',
    details: { shownHash: 'newer' },
  })
  expect(await desk.decisions(id)).toHaveLength(0)
})

test('an old approval that is sent again decides nothing: not the next round, not after the review was handed on', async () => {
  const { id } = await scene.review(await scene.run())
  const [root, ada] = [desk.as('root', 'admin'), desk.as('ada')]
  const old = (await ada.getReview(id)).ticket ?? ''
  await ada.decide({ review: id, verb: 'approve', ticket: old })
  await expect(ada.decide({ review: id, verb: 'approve', ticket: old })).rejects.toMatchObject({ code: 'already_decided' })
  await root.sendBack(id, 'Look at the date again.')
  await expect(ada.decide({ review: id, verb: 'approve', ticket: old })).rejects.toMatchObject({ code: 'changed_since_shown' })
  const used = (await root.getReview(id)).ticket ?? ''
  await root.decide({ review: id, verb: 'escalate', role: 'approver', reason: 'not me', ticket: used })
  await expect(root.decide({ review: id, verb: 'approve', ticket: used })).rejects.toMatchObject({ code: 'conflict' })
  expect((await root.getReview(id)).status).toBe('open')
})

test('a ticket is given only to who may decide', async () => {
  const { id } = await scene.review(await scene.run(), {}, { row: { roles: ['approver'] } })
  expect((await desk.as('ada').getReview(id)).ticket).toBeNull()
  expect((await desk.as('lea', 'approver').getReview(id)).ticket).not.toBeNull()
  // Who has none is told why.
  await expect(desk.as('ada').decide({ review: id, verb: 'approve' })).rejects.toMatchObject({ code: 'not_yours_to_decide' })
})

test('a ticket expires after twelve hours', () => {
  const showing = { tenant: 'acme', user: 'ada', review: 'rv_1', round: 1, shownHash: 'abc' }
  let now = 1_000_000
  const tickets = createTickets({ secret: () => SECRET, now: () => now })
  const ticket = tickets.issue(showing)
  now += 12 * 3_600_000 - 1
  expect(tickets.check(ticket, showing)).toMatch(/^[\w-]{22}$/)
  now += 1
  expect(() => tickets.check(ticket, showing)).toThrow('more than 12 hours ago')
})

test('a ticket of another installation is not one of ours', () => {
  const showing = { tenant: 'acme', user: 'ada', review: 'rv_1', round: 1, shownHash: 'abc' }
  const ticket = createTickets({ secret: () => 'another secret of thirty-two characters' }).issue(showing)
  expect(() => createTickets({ secret: () => SECRET }).check(ticket, showing)).toThrow('not one of ours')
})

test('the secret is the one that is set, or a file that is made once and that only its owner reads', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'countersign-secret-'))
  try {
    expect(readSecret({ secret: SECRET, home: '/nowhere' })).toBe(SECRET)
    const home = path.join(folder, 'home')
    const made = readSecret({ secret: null, home })
    expect(made).toMatch(/^[\w-]{43}$/)
    expect(readSecret({ secret: null, home })).toBe(made)
    expect(readFileSync(path.join(home, 'secret'), 'utf8')).toBe(made)
    expect(statSync(path.join(home, 'secret')).mode & 0o777).toBe(0o600)
    expect(() => readSecret({ secret: null, home: path.join(home, 'secret', 'below') })).toThrow('Set COUNTERSIGN_SECRET')
  } finally {
    await rm(folder, { recursive: true })
  }
})
