import { finishBatch, recordBatchItem, schema } from '@countersign/db'
import { and, eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openConsole, type TestConsole } from './open-console.ts'
import { REFUND } from './sample-requests.ts'
import { TENANT } from './scene.ts'
import type { RunningConsole } from './start-console.ts'

let desk: TestConsole
let bens: RunningConsole
beforeAll(async () => {
  desk = await openConsole()
  bens = await desk.startAs('ben')
})
afterAll(() => desk.close())

const titles = (page: Page) => page.locator('li[id^="row-"] a').allTextContents()
const row = (page: Page, title: RegExp) => page.locator('li[id^="row-"]').filter({ has: page.getByRole('link', { name: title }) })

async function openRefunds(names: string[], values: Partial<typeof schema.reviews.$inferInsert> = {}): Promise<string[]> {
  const ids: string[] = []
  for (const name of names) {
    const run = await desk.scene.run({ graph: 'agent', title: name })
    ids.push(await desk.scene.review(run, { ...REFUND, title: name }, values))
  }
  return ids
}

test('the most urgent come first under their headings, and the next one follows that order', async () => {
  const { page } = await desk.visit('/inbox')
  await page.getByLabel('Order').selectOption('due')
  await page.waitForURL('**sort=due*')
  await page.getByRole('heading', { name: 'Overdue' }).waitFor()
  expect((await titles(page))[0]).toContain('extract stopped')
  expect(await row(page, /extract stopped/).textContent()).toContain('late 4 min')
  expect(await row(page, /Netpresse/).textContent()).toContain('due in 12 min')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/reviews/${desk.filled.incident.review}?sort=due`)
  await page.context().close()
})

test('c claims from the list; a colleague sees it without a reload and cannot take it', async () => {
  const mine = await desk.visit('/inbox?q=Rapport')
  const theirs = await desk.visit('/inbox?q=Rapport', { server: bens })
  await mine.page.getByRole('complementary', { name: 'Preview' }).getByText('2026-03-12').waitFor()
  await mine.page.keyboard.press('c')
  await mine.page.getByText(/You hold it until/).waitFor()
  await row(theirs.page, /Rapport/)
    .getByText('claimed by ana')
    .waitFor({ timeout: 5_000, state: 'attached' })
  await theirs.page.getByText(/ana holds it until/).waitFor()
  expect(await theirs.page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
  expect(await theirs.page.getByRole('button', { name: 'Claim' }).count()).toBe(0)
  await mine.page.keyboard.press('c')
  await theirs.page.getByRole('button', { name: 'Claim' }).waitFor({ timeout: 5_000 })
  await mine.page.context().close()
  await theirs.page.context().close()
})

test('a view is saved under a name, shared, opened by a colleague from its address, and deleted', async () => {
  const { page } = await desk.visit('/inbox?kind=incident&sort=due')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByLabel('Name of this view').fill('Broken runs')
  await page.getByLabel('for everybody').check()
  await page.getByRole('button', { name: 'Save this view' }).click()
  await page.getByRole('button', { name: 'Broken runs', exact: true }).waitFor()
  const theirs = await desk.visit('/inbox', { server: bens })
  await theirs.page.getByRole('button', { name: 'Views' }).click()
  await theirs.page.getByRole('link', { name: /Broken runs/ }).click()
  await theirs.page.waitForURL('**/inbox?kind=incident&sort=due')
  await expect.poll(() => titles(theirs.page)).toHaveLength(1)
  expect(await theirs.page.getByRole('button', { name: 'Delete Broken runs' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Delete Broken runs' }).click()
  await page.getByRole('button', { name: 'Views', exact: true }).waitFor()
  await page.context().close()
  await theirs.page.context().close()
})

test('what comes in front of the list announces itself and pushes nothing away', async () => {
  const { page } = await desk.visit('/inbox?kind=approval&sort=newest')
  const before = await titles(page)
  await openRefunds(['Refund for Ueda'])
  await page.getByText('1 new review').waitFor({ timeout: 5_000 })
  expect(await titles(page)).toEqual(before)
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect.poll(async () => (await titles(page))[0]).toBe('Refund for Ueda')
  await page.context().close()
})

test('many are selected by keys and answered at once: the odd one is left out, progress is shown, a refusal is told', async () => {
  const ids = await openRefunds(['Batch one', 'Batch two', 'Batch three', 'Batch four'])
  const held = { claimedBy: 'ben', claimedUntil: new Date(Date.now() + 600_000) }
  await desk.scene.database.db
    .update(schema.reviews)
    .set(held)
    .where(eq(schema.reviews.id, ids[3] ?? ''))
  const { page } = await desk.visit('/inbox?q=Batch')
  await page.getByRole('complementary', { name: 'Preview' }).getByRole('button', { name: 'Approve' }).waitFor()
  await page.keyboard.press('x')
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('j')
  await page.keyboard.press('X')
  await page.getByText('4 selected').waitFor()
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog')
  const odd = dialog.getByRole('list', { name: 'The ones that stand out' })
  await odd.getByText('Batch four').waitFor()
  await odd.getByRole('checkbox').uncheck()
  await dialog.getByRole('button', { name: 'Approve 3' }).click()
  await dialog.getByText('0 of 3').waitFor()
  await dialog.getByRole('button', { name: 'Stop' }).waitFor()
  let reads = 0
  page.on('request', (request) => {
    if (/\/api\/v1\/batches\/[^/]+$/.test(request.url())) reads += 1
  })
  const batch = await runningBatch()
  const note = (review: string | undefined, result: Parameters<typeof recordBatchItem>[1]['result']) =>
    recordBatchItem(desk.scene.database.db, { tenant: TENANT, batch, review: review ?? '', result })
  await note(ids[0], { status: 'decided' })
  await dialog.getByText('1 of 3').waitFor()
  const says = { code: 'decide.changed', values: {} }
  await note(ids[1], { status: 'refused', code: 'already_decided', message: 'Ben was faster.', says: null })
  await note(ids[2], { status: 'refused', code: 'changed_since_shown', message: 'It changed.', says })
  await finishBatch(desk.scene.database.db, { tenant: TENANT, batch })
  await dialog.getByText('1 decided, 2 refused, 0 not touched').waitFor()
  await dialog.getByText('Ben was faster.').waitFor()
  await dialog.getByText('The review changed after you opened it.').waitFor()
  // It is read when it is told to have changed, and not again and again.
  expect(reads).toBeLessThanOrEqual(5)
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('toolbar').count()).toBe(0)
  await page.context().close()
})

/** The one that waits for the engine. */
async function runningBatch(): Promise<string> {
  const where = and(eq(schema.batches.tenant, TENANT), eq(schema.batches.status, 'running'))
  const [batch] = await desk.scene.database.db.select({ id: schema.batches.id }).from(schema.batches).where(where)
  return batch?.id ?? ''
}

test('more rows are read while one scrolls or goes down by keys, and one comes back to where one was', async () => {
  const run = await desk.scene.run({ graph: 'agent', title: 'Long queue' })
  for (let at = 0; at < 130; at += 1) await desk.scene.review(run, { ...REFUND, title: `Long ${String(at).padStart(3, '0')}` })
  const { page } = await desk.visit('/inbox?q=Long')
  expect((await titles(page)).length).toBeGreaterThanOrEqual(50)
  await page.locator('li[id^="row-"]').last().scrollIntoViewIfNeeded()
  await row(page, /Long 129/).waitFor({ state: 'attached' })
  await row(page, /Long 120/)
    .getByRole('link')
    .click()
  await expect.poll(() => page.locator('li[data-selected] a').textContent()).toBe('Long 120')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/reviews/**')
  await page.goBack()
  await expect.poll(() => page.locator('li[data-selected] a').textContent()).toBe('Long 120')
  await page.context().close()
})
