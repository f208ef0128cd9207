import { AxeBuilder } from '@axe-core/playwright'
import { schema } from '@countersign/db'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillTravel, type TravelScene } from './fill-travel.ts'
import { openConsole, type TestConsole } from './open-console.ts'
import { TENANT } from './scene.ts'

let desk: TestConsole
let travel: TravelScene
beforeAll(async () => {
  desk = await openConsole()
  travel = await fillTravel(desk.scene, desk.filled)
})
afterAll(async () => {
  await travel.close()
  await desk.close()
})

async function findViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
}

const batches = () => desk.scene.database.db.select().from(schema.batches)

test('parked runs stand in groups by reason, the largest first, each opening its items', async () => {
  const { page, errors } = await desk.visit('/runs?status=parked')
  await page.getByRole('link', { name: 'By reason' }).click()
  const groups = page.getByRole('list', { name: 'Parked runs by reason' })
  await groups.getByText('bad_document').waitFor()
  const first = groups.getByRole('listitem').first()
  expect(await first.textContent()).toMatch(/^3.*could not be rendered.*ingest v1 · clean/)
  expect(await findViolations(page)).toEqual([])
  await first.getByRole('link').click()
  await page.waitForURL('**/inbox?kind=incident&group=*')
  await page.getByRole('link', { name: 'one reason for stopping' }).waitFor()
  await expect.poll(() => page.locator('li[id^="row-"]').count()).toBe(3)
  expect(errors).toEqual([])
  await page.context().close()
})

test('a group is retried, or its state changed and retried, as one batch of exactly its runs', async () => {
  const { page } = await desk.visit('/runs?status=parked&by=reason')
  const group = page.getByRole('listitem').filter({ hasText: 'bad_document' })
  await group.getByRole('button', { name: 'Edit and retry' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Keys of the state').fill('{"language": ')
  await page.keyboard.press('Control+Enter')
  await dialog.getByRole('alert').filter({ hasText: 'not JSON' }).waitFor()
  await dialog.getByLabel('Keys of the state').fill('{"language": "en"}')
  await page.keyboard.press('Control+Enter')
  await dialog.getByRole('button', { name: 'Change 3' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await group.getByRole('button', { name: 'Retry', exact: true }).click()
  await dialog.getByRole('button', { name: 'Try 3 again' }).click()
  await dialog.getByRole('progressbar').waitFor()
  const made = await batches()
  expect(made.map(({ verb, value }) => ({ verb, value }))).toEqual([
    { verb: 'edit', value: { language: 'en' } },
    { verb: 'retry', value: null },
  ])
  await page.context().close()
})

test('a run that nothing moves is named above the list and on its page, and no longer once it moves', async () => {
  const { page } = await desk.visit('/runs')
  const stalls = page.getByRole('region', { name: 'Runs that nothing moves' })
  await stalls.getByText('no worker for queue tools, for 14 min').waitFor()
  await stalls.getByRole('link').click()
  await page.getByText('Start a worker that serves this queue').waitFor()
  const { run } = await travel.client.getReview(desk.filled.refund)
  await desk.scene.database.db.delete(schema.stalls).where(eq(schema.stalls.run, run))
  await desk.scene.change(desk.filled.refund, { priority: 0 })
  await page.getByText('Start a worker that serves this queue').waitFor({ state: 'detached', timeout: 5_000 })
  await page.context().close()
})

test('a retention policy is set, what it would delete is shown with its size, and it goes after a confirmation', async () => {
  const old = new Date(Date.now() - 100 * 86_400_000)
  await desk.scene.database.db.update(schema.runs).set({ finishedAt: old, status: 'done' }).where(eq(schema.runs.id, travel.replay))
  const { page, errors } = await desk.visit('/settings/retention')
  await page.getByText('Everything is kept').waitFor()
  await page.getByRole('button', { name: 'Add a policy' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Graph').selectOption('ingest')
  await dialog.getByLabel('Days').fill('soon')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('alert').filter({ hasText: 'whole number' }).waitFor()
  await dialog.getByLabel('Days').fill('30')
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('30 days after its end').waitFor()
  await page.getByRole('button', { name: 'See what would go' }).click()
  await page
    .getByRole('table', { name: 'What would go now' })
    .getByRole('row', { name: /^ingest/ })
    .waitFor()
  await page.getByRole('button', { name: 'Delete it' }).click()
  await dialog.getByText('cannot be brought back').waitFor()
  await dialog.getByRole('button', { name: 'Delete it' }).click()
  await page.getByText(/checkpoints are gone/).waitFor()
  await page.getByRole('button', { name: 'Remove the policy of ingest' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Everything is kept').waitFor()
  expect(errors).toEqual([])
  await page.context().close()
})

test('a legal hold is set and lifted with a reason; a document on hold cannot be deleted, then goes with all that was made of it', async () => {
  const document = await desk.scene.textDocument('to-be-forgotten.txt', 'Nobody may remember this.')
  const { page, errors } = await desk.visit(`/documents/${document}`)
  const dialog = page.getByRole('dialog')
  await page.getByRole('switch', { name: 'Legal hold' }).click()
  await page.keyboard.press('Control+Enter')
  await dialog.getByRole('alert').filter({ hasText: 'Say why' }).waitFor()
  await dialog.getByLabel('Reason').fill('the case of 2026')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('switch', { name: 'Lift the legal hold' }).waitFor()
  await page.getByText('on legal hold').waitFor()
  expect(await page.getByRole('button', { name: 'Delete' }).getAttribute('aria-disabled')).toBe('true')
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('switch', { name: 'Lift the legal hold' }).click()
  await dialog.getByLabel('Reason').fill('the case is closed')
  await page.keyboard.press('Control+Enter')
  await page.getByText('on legal hold').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByText('With it go its pages').waitFor()
  await dialog.getByLabel('Reason').fill('asked for by the person')
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await page.waitForURL('**/documents')
  expect(await desk.scene.database.db.select().from(schema.documents).where(eq(schema.documents.id, document))).toEqual([])
  expect(errors.filter((error) => !error.includes('404'))).toEqual([])
  await page.context().close()
})

test('a run is put on legal hold from its page', async () => {
  const { run } = desk.filled.incident
  const { page } = await desk.visit(`/runs/${run}`)
  await page.getByRole('switch', { name: 'Legal hold' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('the case of 2026')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('switch', { name: 'Lift the legal hold' }).waitFor()
  await page.getByText('on legal hold').waitFor()
  const [row] = await desk.scene.database.db
    .select({ hold: schema.runs.hold, tenant: schema.runs.tenant })
    .from(schema.runs)
    .where(eq(schema.runs.id, run))
  expect(row).toEqual({ hold: true, tenant: TENANT })
  await page.context().close()
})

const PAGES = ['/runs', '/runs?status=parked&by=reason', '/settings/retention']

test.each(PAGES)('%s: accessible in both themes, on a phone and enlarged fourfold, in every language', async (path) => {
  for (const locale of ['en', 'fr', 'zh']) {
    const { page, errors } = await desk.visit(path, { locale })
    await page.getByRole('main').waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await findViolations(page)).toEqual([])
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(await overflow()).toBe(0)
    await page.setViewportSize({ width: 320, height: 256 })
    expect(await overflow()).toBe(0)
    expect(errors).toEqual([])
    await page.context().close()
  }
})
