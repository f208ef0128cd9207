import { randomBytes } from 'node:crypto'
import { AxeBuilder } from '@axe-core/playwright'
import { appendAudit, schema } from '@countersign/db'
import type { AuditEvent } from '@countersign/workflows/contract'
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSealer, type Sealer } from '../../../client/src/relay/seal-audit.ts'
import { openConsole, type TestConsole } from './open-console.ts'
import { TENANT } from './scene.ts'
import { type RunningConsole, startConsole } from './start-console.ts'

let desk: TestConsole
let server: RunningConsole
let sealer: Sealer
beforeAll(async () => {
  desk = await openConsole()
  const key = randomBytes(32).toString('hex')
  server = await startConsole(desk.scene, 'ana', { COUNTERSIGN_SIGN_IN: 'environment', COUNTERSIGN_AUDIT_KEY: key })
  const log = { info: () => undefined, warn: () => undefined }
  sealer = createSealer({ database: desk.scene.database, places: { key, folder: desk.scene.blobs }, log })
  await happens('bo', { event: 'review.claimed', data: {} })
  await happens('bo', { event: 'review.assigned', data: { to: 'cleo' } })
  await happens('ana', { event: 'review.decided', data: { verb: 'reject', reason: 'IBAN' } })
  await happens('engine', { event: 'session.opened', data: {} }, null)
  await sealer.sealAll()
})
afterAll(async () => {
  await server.stop()
  await desk.close()
})

const happens = (actor: string, event: AuditEvent, review: string | null = desk.filled.refund) =>
  appendAudit(desk.scene.database.db, { tenant: TENANT, actor, review, ...event })
const rowsOf = (page: Page) => page.getByRole('table').locator('tbody tr')

test('the log says who did what to which review, can be narrowed, and leads to the review by keys alone', async () => {
  const { page } = await desk.visit('/audit', { server })
  await rowsOf(page).filter({ hasText: 'bo assigned it to cleo' }).waitFor()
  expect(await rowsOf(page).filter({ hasText: 'ana rejected it' }).count()).toBe(1)
  await page.getByRole('combobox', { name: 'Event' }).selectOption('review.claimed')
  await page.waitForURL(/event=review\.claimed/)
  expect(await rowsOf(page).count()).toBe(1)
  await page.goBack()
  await rowsOf(page).filter({ hasText: 'ana rejected it' }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('bo')
  await page.keyboard.press('Enter')
  await page.waitForURL(/actor=bo/)
  await expect.poll(() => rowsOf(page).count()).toBe(2)
  await page.locator('body').click({ position: { x: 700, y: 700 } })
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`/reviews/${desk.filled.refund}`))
  await page.context().close()
})

test('an open log shows what happens without being reloaded', async () => {
  const { page } = await desk.visit('/audit', { server })
  await rowsOf(page).first().waitFor()
  await sealer.start()
  await happens('dora', { event: 'review.escalated', data: { role: 'approver' } })
  await rowsOf(page).filter({ hasText: 'dora escalated it to approver' }).waitFor()
  await sealer.stop()
  await page.context().close()
})

test.each([
  ['fr', 'bo l’a confiée à cleo', 'Vérifier le journal'],
  ['zh-CN', 'bo 指派给 cleo', '校验日志'],
])('in %s the log is told in that language', async (locale, sentence, verify) => {
  const { page } = await desk.visit('/audit', { server, locale })
  await rowsOf(page).filter({ hasText: sentence }).waitFor()
  await page.getByRole('button', { name: verify }).waitFor()
  await page.context().close()
})

test('whoever may audit verifies the log from its page, and sees which entry does not hold', async () => {
  const { page } = await desk.visit('/audit', { server })
  await page.getByRole('button', { name: 'Verify the log' }).click()
  await page.getByText('The log holds.').waitFor()
  const { database } = desk.scene
  await database.db.transaction(async (tx) => {
    await tx.execute(sql`alter table countersign.audit disable trigger user`)
    await tx.execute(sql`update countersign.audit set actor = 'eve' where tenant = ${TENANT} and position = 2`)
  })
  await page.getByRole('button', { name: 'Verify the log' }).click()
  await page.getByText('The log is broken in 1 place.').waitFor()
  await page.getByText(/changed Entry 2 \(seq \d+, review\.assigned/).waitFor()
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations).toEqual([])
  await page.context().close()
})

test('what could not be told stands first with its reason, and is tried again with one click', async () => {
  const { database } = desk.scene
  const [entry] = await database.db.select().from(schema.audit).limit(1)
  const of = { tenant: TENANT, entry: entry?.seq ?? 0, event: 'review.assigned', review: desk.filled.refund }
  await database.db.insert(schema.deliveries).values([
    { ...of, channel: 'mail', recipient: 'cleo', status: 'dead', attempts: 8, lastError: 'smtp.example.test: no such user' },
    { ...of, channel: 'ops', status: 'sent', attempts: 1, sentAt: new Date() },
  ])
  const { page } = await desk.visit('/settings/notifications', { server })
  expect(await rowsOf(page).first().textContent()).toContain('no such user')
  await page.setViewportSize({ width: 390, height: 844 })
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
  await page.getByRole('button', { name: /Try notification \d+ again/ }).click()
  await rowsOf(page).filter({ hasText: 'on its way' }).waitFor()
  expect(await page.getByRole('button', { name: /Try notification/ }).count()).toBe(0)
  await page.context().close()
})
