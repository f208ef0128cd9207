import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DrawnPage, drawInvoice } from './draw-invoice.ts'
import { openConsole, type TestConsole } from './open-console.ts'
import { CHOICE, ODD_INVOICE, oddInvoiceReview, QUESTION, reportReview } from './sample-requests.ts'

let desk: TestConsole
let drawn: DrawnPage
beforeAll(async () => {
  desk = await openConsole()
  drawn = await drawInvoice(desk.browser, ODD_INVOICE)
})
afterAll(() => desk.close())

const atField = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('[data-field]')?.getAttribute('data-field') ?? document.activeElement?.textContent)

/** An invoice and after it a report, alone under a filter of their own. */
async function twoItems(type: string): Promise<{ invoice: string; report: string }> {
  const pictured = desk.filled.invoice.document
  const invoice = await desk.scene.review(await desk.scene.run({ document: pictured }), {
    ...oddInvoiceReview(pictured, drawn),
    documentType: type,
  })
  const text = desk.filled.report.document
  const report = await desk.scene.review(await desk.scene.run({ document: text }), { ...reportReview(text), documentType: type })
  return { invoice, report }
}

test('two items are decided without a mouse: read, changed, approved, the next one approved as it is', async () => {
  const { invoice, report } = await twoItems('keys')
  const { page } = await desk.visit(`/reviews/${invoice}?type=keys`)
  await expect.poll(() => atField(page)).toBe('currency')
  await page.keyboard.press('e')
  await page.keyboard.type('EUR')
  await page.keyboard.press('Enter')
  // Tab goes to the other doubtful field and then to the actions; what is sure is not on its way.
  await page.keyboard.press('Tab')
  expect(await atField(page)).toBe('total')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => atField(page)).toBe('issuer')
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => atField(page)).toBe('total')
  await page.keyboard.press('2')
  await page.getByRole('button', { name: 'Approve with your 2 changes' }).waitFor()
  await page.keyboard.press('a')
  await page.waitForURL(`**/reviews/${report}?type=keys`)
  await page.getByRole('heading', { name: /Rapport annuel/ }).waitFor()
  await page.keyboard.press('a')
  await page.keyboard.press('u')
  await page.waitForURL(`**/reviews/${report}**`)
  expect(await desk.decisionsOf(report)).toEqual([])
  await page.keyboard.press('a')
  await expect.poll(async () => (await desk.decisionsOf(report)).length, { timeout: 15_000 }).toBe(1)
  expect((await desk.decisionsOf(invoice))[0]).toMatchObject({ verb: 'edit', value: { currency: 'EUR', total: 1939 } })
  await page.context().close()
})

test('the keys are listed by one of them, and j and k go on and back', async () => {
  const { invoice, report } = await twoItems('listed')
  const { page } = await desk.visit(`/reviews/${invoice}?type=listed`)
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).getByText('claim it, or release it').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await page.waitForURL(`**/reviews/${report}**`)
  await page.getByRole('heading', { name: /Rapport annuel/ }).waitFor()
  await page.keyboard.press('k')
  await page.waitForURL(`**/reviews/${invoice}**`)
  await page.context().close()
})

test('the next review and its picture are there before they are asked for', async () => {
  const pictured = desk.filled.invoice.document
  const made = [2, 1].map(async (hoursAgo) =>
    desk.scene.review(
      await desk.scene.run({ document: pictured }),
      { ...oddInvoiceReview(pictured, drawn), documentType: 'ahead' },
      { openedAt: new Date(Date.now() - hoursAgo * 3_600_000) },
    ),
  )
  const [first = '', other = ''] = await Promise.all(made)
  const { page } = await desk.visit('/runs')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`${desk.server.url}/reviews/${first}?type=ahead`)
  await expect.poll(() => asked.filter((path) => path === `/reviews/${other}`).length, { timeout: 10_000 }).toBeGreaterThan(0)
  await expect.poll(() => asked.includes(`/api/reviews/${other}/preview`), { timeout: 10_000 }).toBe(true)
  await page.context().close()
})

/** What axe finds on the page, in a line each. */
async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
}

const SPOKEN = [
  ['en', 'Approve', 'Your answer', 'Candidates'],
  ['fr', 'Approuver', 'Votre réponse', 'Candidats'],
  ['zh', '通过', '您的答复', '候选'],
] as const

test.each(SPOKEN)(
  'the review page speaks %s, on a phone and at fourfold zoom, without a fault for assistive tools',
  async (locale, approve, answer, candidates) => {
    const pictured = desk.filled.invoice.document
    const invoice = await desk.scene.review(await desk.scene.run({ document: pictured }), oddInvoiceReview(pictured, drawn))
    const question = await desk.scene.review(await desk.scene.run({ graph: 'agent' }), QUESTION)
    const choice = await desk.scene.review(await desk.scene.run({ graph: 'agent' }), CHOICE)
    const { page, errors } = await desk.visit(`/reviews/${invoice}`, { locale })
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
      { width: 360, height: 225 },
    ]) {
      await page.setViewportSize(viewport)
      await page.getByRole('button', { name: approve }).first().scrollIntoViewIfNeeded()
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
      expect(await faultsOf(page)).toEqual([])
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${desk.server.url}/reviews/${question}`)
    await page.getByLabel(answer, { exact: true }).first().waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.goto(`${desk.server.url}/reviews/${choice}`)
    await page.getByRole('region', { name: candidates }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    expect(errors).toEqual([])
    await page.context().close()
  },
)

test('at 400 % zoom every field and action is reached by scrolling one page', async () => {
  const pictured = desk.filled.invoice.document
  const invoice = await desk.scene.review(await desk.scene.run({ document: pictured }), oddInvoiceReview(pictured, drawn))
  const { page } = await desk.visit(`/reviews/${invoice}`, { viewport: { width: 360, height: 225 } })
  const total = page.getByLabel('Total', { exact: true })
  await total.scrollIntoViewIfNeeded()
  const box = await total.boundingBox()
  expect(box?.height).toBeGreaterThan(20)
  await total.click()
  await page.keyboard.type('1939')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Approve with your change/ }).scrollIntoViewIfNeeded()
  await page.context().close()
})
