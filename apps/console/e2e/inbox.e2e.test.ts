import { afterAll, beforeAll, expect, test } from 'vitest'
import { openConsole, type TestConsole } from './open-console.ts'
import { REFUND } from './sample-requests.ts'

let desk: TestConsole
beforeAll(async () => {
  desk = await openConsole()
})
afterAll(() => desk.close())

const titles = (page: Awaited<ReturnType<TestConsole['visit']>>['page']) => page.locator('li[id^="row-"] a').allTextContents()

test('what waits is listed oldest first, with its count, and what is doubtful is shown beside it', async () => {
  const { page } = await desk.visit('/inbox')
  const listed = await titles(page)
  expect(listed).toHaveLength(41)
  expect(listed[0]).toContain('Netpresse SARL')
  expect(listed[1]).toContain('extract stopped')
  expect(await page.getByRole('link', { name: /^Inbox/ }).textContent()).toContain('41')
  const preview = page.getByRole('complementary', { name: 'Preview' })
  expect(await preview.textContent()).toContain('Net and tax add up to 1 939.00')
  expect(await preview.getByRole('img', { name: 'Where Total was read' }).evaluate((image) => image.clientWidth)).toBeGreaterThan(300)
  await page.context().close()
})

test('a review that is opened elsewhere appears without a reload', async () => {
  const { page } = await desk.visit('/inbox?kind=approval')
  await page.evaluate(() => document.body.setAttribute('data-not-reloaded', ''))
  expect(await titles(page)).toHaveLength(1)
  const run = await desk.scene.run({ graph: 'agent', title: 'Refund 2' })
  await desk.scene.review(run, { ...REFUND, title: 'Agent wants to call send_refund: 20.00 EUR to Ito' })
  await page.getByRole('link', { name: /Ito/ }).waitFor({ timeout: 5_000 })
  expect(await page.locator('body[data-not-reloaded]').count()).toBe(1)
  await page.context().close()
})

test('filters are in the address, work with Back, and say so when nothing matches', async () => {
  const { page } = await desk.visit('/inbox')
  await page.getByRole('link', { name: /^Incidents/ }).click()
  await page.waitForURL('**/inbox?kind=incident*')
  await expect.poll(() => titles(page)).toHaveLength(1)
  await page.keyboard.press('/')
  await page.keyboard.type('no such thing')
  await page.keyboard.press('Enter')
  await page.getByText('Nothing that waits matches this filter').waitFor()
  await page.goBack()
  await expect.poll(() => titles(page)).toHaveLength(1)
  await page.getByLabel('Waiting for').selectOption('7d')
  await page.waitForURL('**age=7d*')
  await page.getByText('Nothing that waits matches this filter').waitFor()
  await page.context().close()
})

test('j and k move through the list, Enter opens, and one comes back to the same place', async () => {
  const { page } = await desk.visit('/inbox')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await expect.poll(() => page.locator('li[data-selected] a').textContent()).toContain('extract stopped')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/reviews/${desk.filled.incident.review}`)
  await page.goBack()
  await expect.poll(() => page.locator('li[data-selected] a').textContent()).toContain('extract stopped')
  await page.context().close()
})

test('an easy one is approved from the list; undone in time, nothing was sent', async () => {
  const { page } = await desk.visit('/inbox?q=Rapport')
  await page.getByRole('complementary', { name: 'Preview' }).getByText('2026-03-12').waitFor()
  await page.keyboard.press('a')
  await page.getByText('Nothing that waits matches this filter').waitFor()
  await page.keyboard.press('u')
  await page.waitForURL(`**/reviews/${desk.filled.report.review}`)
  expect(await desk.decisionsOf(desk.filled.report.review)).toEqual([])
  await page.goBack()
  await expect.poll(() => titles(page)).toHaveLength(1)
  await page.getByRole('complementary', { name: 'Preview' }).getByText('2026-03-12').waitFor()
  await page.keyboard.press('a')
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect.poll(async () => (await desk.decisionsOf(desk.filled.report.review)).length).toBe(1)
  await page.context().close()
})

test('the command palette goes to a room, and to a run by its id', async () => {
  const { page } = await desk.visit('/inbox')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('runs')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/runs')
  await page.keyboard.press('Control+k')
  await page.keyboard.type(desk.filled.invoice.run)
  await page.getByRole('option', { name: /netpresse-2026-08.pdf/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/runs/${desk.filled.invoice.run}`)
  await page.context().close()
})
