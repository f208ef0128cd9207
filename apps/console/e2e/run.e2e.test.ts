import { announceChanges, schema } from '@countersign/db'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openConsole, type TestConsole } from './open-console.ts'
import { TENANT } from './scene.ts'

let desk: TestConsole
beforeAll(async () => {
  desk = await openConsole()
})
afterAll(() => desk.close())

test('the drawing shows the way the run took and where it waits', async () => {
  const { page } = await desk.visit(`/runs/${desk.filled.invoice.run}`)
  await page.getByRole('link', { name: 'human_review: waits for a person. Show its attempts.' }).waitFor()
  await page.getByRole('link', { name: 'extract: done. Show its attempts.' }).waitFor()
  await page.getByRole('link', { name: 'embed: not reached. Show its attempts.' }).waitFor()
  expect(await page.getByRole('region', { name: 'Graph ingest' }).textContent()).toContain('ran 2 times')
  await page.getByRole('link', { name: 'extract: done. Show its attempts.' }).click()
  await page.waitForURL('**tab=attempts&node=extract')
  expect(await page.getByRole('table').textContent()).not.toContain('quality_check')
  await page.context().close()
})

test('moving the slider sets the whole page to that checkpoint, and its address brings it back', async () => {
  const { page } = await desk.visit(`/runs/${desk.filled.invoice.run}`)
  const slider = page.getByRole('slider', { name: 'Checkpoint' })
  await slider.focus()
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowLeft')
  // Pressed on while the page of the second press is on its way: none of them is lost.
  await page.waitForURL('**checkpoint=*')
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowLeft')
  await page.getByText('1615.83').first().waitFor()
  await page.getByRole('link', { name: 'human_review: not reached. Show its attempts.' }).waitFor()
  const side = page.getByRole('region', { name: 'Details' })
  await expect.poll(() => side.textContent()).toContain('changed')
  const again = await desk.visit(new URL(page.url()).pathname + new URL(page.url()).search)
  await again.page.getByText('1615.83').first().waitFor()
  await Promise.all([page.context().close(), again.page.context().close()])
})

test('what each node cost is added up over its attempts, and what a step changed can be read alone', async () => {
  const { page } = await desk.visit(`/runs/${desk.filled.invoice.run}?tab=cost`)
  const row = page.getByRole('row', { name: /^extract/ })
  expect(await row.getByRole('cell').allTextContents()).toEqual(['extract', '2', expect.stringMatching(/ s$/), '2', '3,680', '424'])
  await page
    .getByRole('link', { name: /extract: done/ })
    .getByText('4,104 tokens')
    .waitFor()
  await page.getByRole('link', { name: 'Changes' }).click()
  await page.getByText(/this step changed/).waitFor()
  await page.context().close()
})

test('the reviews of a run say who decided what, and by when the open ones are due', async () => {
  const { review, run } = desk.filled.invoice
  await desk.scene.change(review, { claimedBy: 'bob', claimedUntil: new Date(Date.now() + 240_000) })
  const { page } = await desk.visit(`/runs/${run}?tab=reviews`)
  await page.getByText('held by bob').waitFor()
  await page.getByText(/^due in 1\d min/).waitFor()
  await page.context().close()
})

test('a parked run shows its error on top, with the way to its incident', async () => {
  const { incident } = desk.filled
  const { page } = await desk.visit(`/runs/${incident.run}`)
  await page.getByText('Stopped at extract').waitFor()
  await page.getByRole('link', { name: 'See the ways out' }).click()
  await page.waitForURL(`**/reviews/${incident.review}`)
  await page.context().close()
})

test('a run that goes on is followed without a reload', async () => {
  const run = await desk.scene.run({ title: 'slow.pdf', status: 'running', next: ['load'] })
  const { page } = await desk.visit(`/runs/${run}`)
  await page.getByText('running', { exact: true }).waitFor()
  await desk.scene.database.db.transaction(async (tx) => {
    await tx.update(schema.runs).set({ status: 'done', next: [] }).where(eq(schema.runs.id, run))
    await announceChanges(tx, [{ tenant: TENANT, kind: 'run', id: run, run }])
  })
  await page.getByText('done', { exact: true }).waitFor({ timeout: 5_000 })
  await page.context().close()
})

test('the list of runs is filtered by state, and a row opens its run', async () => {
  const { page } = await desk.visit('/runs')
  await page.getByRole('link', { name: 'parked' }).click()
  await page.waitForURL('**/runs?status=parked')
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/runs/${desk.filled.incident.run}`)
  await page.context().close()
})
