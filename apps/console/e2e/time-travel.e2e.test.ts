import { AxeBuilder } from '@axe-core/playwright'
import { schema } from '@countersign/db'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillTravel, longRun, type TravelScene } from './fill-travel.ts'
import { openConsole, type TestConsole } from './open-console.ts'

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

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
const runOf = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? ''
const rowOf = async (run: string) => (await desk.scene.database.db.select().from(schema.runs).where(eq(schema.runs.id, run)))[0]
const editsOf = (run: string) => desk.scene.database.db.select().from(schema.edits).where(eq(schema.edits.run, run))

test('f forks from the moment that is shown, with a changed field of the state, and goes to the new run', async () => {
  const { run } = desk.filled.invoice
  const { page, errors } = await desk.visit(`/runs/${run}?checkpoint=${travel.extracted}`)
  await page.getByText('a step of the graph').waitFor()
  await page.keyboard.press('f')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('with changes').check()
  await dialog.getByRole('button', { name: 'Change extraction' }).click()
  await dialog.getByLabel('total', { exact: true }).fill('much')
  await dialog.getByLabel('Reason').fill('the sum with tax')
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  await dialog.getByRole('alert').filter({ hasText: 'Write a number' }).waitFor()
  await dialog.getByLabel('total', { exact: true }).fill('1989')
  await dialog.getByText('one key changed').waitFor()
  await page.keyboard.press('Control+Enter')
  await page.waitForURL((url) => url.pathname.startsWith('/runs/') && !url.pathname.endsWith(run))
  const fork = runOf(page)
  expect(await rowOf(fork)).toMatchObject({ parentRun: run, parentCheckpoint: travel.extracted, sandbox: false, version: '1' })
  const extraction = { documentType: 'invoice', issuer: 'Netpresse SARL', total: 1989, confidence: 0.61 }
  expect(await editsOf(fork)).toMatchObject([{ values: { extraction }, reason: 'the sum with tax', by: 'ana' }])
  await page.getByRole('link', { name: 'Compare with its parent' }).waitFor()
  expect(errors).toEqual([])
  await page.context().close()
})

test('a replay is against the newest version unless another is chosen, and says what it is', async () => {
  const { page } = await desk.visit(`/runs/${desk.filled.invoice.run}?checkpoint=${travel.extracted}`)
  await page.getByRole('button', { name: 'Replay' }).click()
  const dialog = page.getByRole('dialog')
  await expect.poll(() => dialog.getByLabel('Version of the graph').inputValue()).toBe('2')
  await dialog.getByLabel('Version of the graph').selectOption('1')
  await dialog.getByRole('button', { name: 'Replay' }).click()
  await page.getByText('A replay of another run').waitFor()
  expect(await rowOf(runOf(page))).toMatchObject({ sandbox: true, version: '1' })
  await page.context().close()
})

test('a run that waits is changed where it stands, with a reason', async () => {
  const { run } = desk.filled.invoice
  const { page } = await desk.visit(`/runs/${travel.fork}`)
  expect(await page.getByRole('button', { name: 'Edit this run' }).count()).toBe(0)
  await page.goto(`${desk.server.url}/runs/${run}`)
  await page.getByRole('button', { name: 'Edit this run' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Change language' }).click()
  await dialog.getByLabel('language', { exact: true }).selectOption('en')
  await dialog.getByRole('button', { name: 'Change it' }).click()
  await dialog.getByRole('alert').filter({ hasText: 'Say why' }).waitFor()
  await dialog.getByLabel('Reason').fill('it is English')
  await dialog.getByRole('button', { name: 'Change it' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await editsOf(run)).toMatchObject([{ values: { language: 'en' }, reason: 'it is English' }])
  await page.context().close()
})

test('any two checkpoints are compared: one is kept, the slider moves the other', async () => {
  const { page } = await desk.visit(`/runs/${desk.filled.invoice.run}?checkpoint=${travel.extracted}&tab=changes`)
  await page.getByRole('button', { name: 'Pin this one' }).click()
  await page.waitForURL('**with=*')
  await page.goto(`${page.url().replace(/checkpoint=[^&]*&?/, '')}`)
  const changes = page.getByRole('list', { name: 'What differs' })
  await changes.getByText('1615.83').first().waitFor()
  await changes.getByText('1989').first().waitFor()
  await page.getByLabel('Compared with').selectOption('')
  await page.waitForURL((url) => !url.search.includes('with='))
  await page.context().close()
})

test('the tree of forks leads to every run of it, and to the comparison with the parent', async () => {
  const { page, errors } = await desk.visit(`/runs/${travel.fork}?tab=lineage`)
  const tree = page.getByRole('list', { name: 'Tree of forks' })
  await tree.getByText('changed: extraction').first().waitFor()
  expect(await findViolations(page)).toEqual([])
  await tree.getByText('this run').waitFor()
  await page.goto(`${desk.server.url}/runs/${desk.filled.invoice.run}/compare/${travel.replay}`)
  const fields = page.getByRole('table', { name: 'Extracted fields' })
  const row = fields.getByRole('row', { name: /total/ })
  await row.getByText('1989').waitFor()
  await row.getByText('1615.83').waitFor()
  await page.getByText('They part on the way.').waitFor()
  await page.getByText('index, by index').click()
  await page.getByText('"chunks": 12').waitFor()
  expect(errors).toEqual([])
  await page.context().close()
})

test('forks made together stand in one table, each beside its parent', async () => {
  const { page } = await desk.visit(`/forks/${travel.bulk}`)
  const table = page.getByRole('table', { name: 'Forks made together' })
  await table.getByRole('link', { name: 'netpresse-2026-08.pdf' }).click()
  await page.waitForURL('**/compare/**')
  await page.context().close()
})

test('a long run: its slider holds no button per checkpoint, [ and ] go one at a time, Home to the first', async () => {
  const run = await longRun(desk.scene, 400)
  const { page } = await desk.visit(`/runs/${run}`)
  const time = page.getByRole('region', { name: 'Checkpoints' })
  await time.getByText('400 of 400').waitFor()
  expect(await time.getByRole('button').count()).toBeLessThan(5)
  await page.keyboard.press('[')
  await time.getByText('399 of 400').waitFor()
  await page.getByText('thought no. 397').first().waitFor()
  await page.getByRole('slider', { name: 'Checkpoint' }).focus()
  await page.keyboard.press('Home')
  await time.getByText('1 of 400').waitFor()
  await page.getByText('started by').waitFor()
  await page.context().close()
})

test('what a run has taken in is decided anew by a fork from before it, in one click and a confirmation', async () => {
  const { run, review } = desk.filled.invoice
  const [other] = await desk.scene.database.db.select().from(schema.reviews).where(eq(schema.reviews.id, review))
  const ended = await desk.scene.run({ title: 'ended.pdf', status: 'done', next: [] })
  const passed = await desk.scene.review(
    ended,
    { kind: 'approval', verbs: ['approve'], title: 'Pay it?', proposal: 1 },
    { status: 'decided', checkpoint: 'start', verb: 'approve', decidedBy: 'ben', decidedAt: new Date() },
  )
  await desk.scene.database.db
    .insert(schema.decisions)
    .values({ id: `d_${passed}`, tenant: 'acme', review: passed, verb: 'approve', by: 'ben' })
  const { page } = await desk.visit(`/reviews/${passed}`)
  await page.getByRole('button', { name: 'Ask for a second look' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('look again')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: 'Fork from before this decision' }).click()
  await dialog.getByText('and asks again').waitFor()
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Fork' }).click()
  await page.waitForURL('**/runs/**')
  expect(await rowOf(runOf(page))).toMatchObject({ parentRun: ended })
  expect(other?.run).toBe(run)
  await page.context().close()
})

const PAGES: [name: string, path: () => string][] = [
  ['the changes of a step', () => `/runs/${desk.filled.invoice.run}?tab=changes`],
  ['the tree of forks', () => `/runs/${travel.fork}?tab=lineage`],
  ['the comparison', () => `/runs/${desk.filled.invoice.run}/compare/${travel.replay}`],
  ['forks made together', () => `/forks/${travel.bulk}`],
]

test.each(PAGES)('%s: accessible in both themes, on a phone and enlarged fourfold, in every language', async (_name, path) => {
  for (const locale of ['en', 'fr', 'zh']) {
    const { page, errors } = await desk.visit(path(), { locale })
    await page.getByRole('main').waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await findViolations(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
    await page.setViewportSize({ width: 320, height: 256 })
    expect(await overflow(page)).toBe(0)
    expect(errors).toEqual([])
    await page.context().close()
  }
})
