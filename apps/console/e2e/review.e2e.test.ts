import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DrawnPage, drawInvoice } from './draw-invoice.ts'
import { openConsole, type TestConsole } from './open-console.ts'
import { INCIDENT, ODD_INVOICE, oddInvoiceReview, REFUND } from './sample-requests.ts'

let desk: TestConsole
let drawn: DrawnPage
beforeAll(async () => {
  desk = await openConsole()
  drawn = await drawInvoice(desk.browser, ODD_INVOICE)
})
afterAll(() => desk.close())

async function newInvoice(): Promise<string> {
  const { document } = desk.filled.invoice
  return await desk.scene.review(await desk.scene.run({ document }), oddInvoiceReview(document, drawn))
}

test('the least sure field comes first, and its place on the page follows the focus', async () => {
  const { page } = await desk.visit(`/reviews/${await newInvoice()}`)
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[data-field]')?.getAttribute('data-field'))).toBe('currency')
  await page.keyboard.press('Tab')
  await expect.poll(() => page.locator('[data-mark="total"][data-focus]').count()).toBe(1)
  const box = await page.locator('[data-mark="total"]').boundingBox()
  expect(box?.y).toBeGreaterThan(100)
  expect(box?.y).toBeLessThan(800)
  await page.context().close()
})

test('a value that does not fit is refused in place and not sent; another reading is taken with one key', async () => {
  const review = await newInvoice()
  const { page } = await desk.visit(`/reviews/${review}`)
  await page.getByLabel('Total', { exact: true }).click()
  await page.keyboard.type('about two thousand')
  await page.keyboard.press('Enter')
  await page.keyboard.press('a')
  await page.getByText('Write a number, like 1939.00.').waitFor()
  expect(page.url()).toContain(review)
  await page.keyboard.press('2')
  await page.getByLabel('Currency').click()
  await page.keyboard.type('euro')
  await page.keyboard.press('Enter')
  await page.keyboard.press('a')
  await page.locator('[data-field="currency"] [role="alert"]').waitFor()
  expect(await desk.decisionsOf(review)).toEqual([])
  await page.keyboard.press('e')
  await page.keyboard.type('EUR')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Approve with your 2 changes' }).waitFor()
  await page.keyboard.press('a')
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect
    .poll(async () => (await desk.decisionsOf(review))[0]?.value)
    .toMatchObject({ total: 1939, currency: 'EUR', issuer: 'Netpresse SARL' })
  expect((await desk.decisionsOf(review))[0]).toMatchObject({ verb: 'edit', by: 'ana', shownHash: `shown-${review}` })
  await page.goto(`${desk.server.url}/reviews/${review}`)
  await page.getByText('Approved with a change by ana').waitFor()
  expect(await page.locator('[data-field="total"] ins').textContent()).toBe('1939.00')
  await page.context().close()
})

test('sending back needs a reason, and the next review is there at once', async () => {
  const { report } = desk.filled
  const { page } = await desk.visit(`/reviews/${report.review}`)
  await page.keyboard.press('r')
  await page.getByRole('button', { name: 'Send back Ctrl' }).click()
  await page.getByText('Give a reason').waitFor()
  await page.keyboard.type('the date of the meeting')
  await page.getByLabel('Reason').fill('the date of the meeting')
  await page.keyboard.press('Control+Enter')
  await page.waitForURL((url) => url.pathname !== `/reviews/${report.review}`)
  expect(page.url()).toContain('/reviews/')
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect.poll(async () => (await desk.decisionsOf(report.review))[0]?.reason).toBe('the date of the meeting')
  await page.context().close()
})

test('what was typed outlives the tab, is marked when it is back, and can be discarded', async () => {
  const review = await newInvoice()
  const { page } = await desk.visit(`/reviews/${review}`)
  await page.getByLabel('Currency').click()
  await page.keyboard.type('EUR')
  await page.reload()
  await page.getByText('Your text is back.').waitFor()
  expect(await page.getByLabel('Currency').inputValue()).toBe('EUR')
  await page.getByRole('button', { name: 'Discard it' }).click()
  await expect.poll(() => page.getByLabel('Currency').inputValue()).toBe('')
  await page.context().close()
})

test('a decision is sent when the tab is closed before its time is up', async () => {
  const review = await newInvoice()
  const { page } = await desk.visit(`/reviews/${review}`)
  await page.getByLabel('Currency').click()
  await page.keyboard.type('EUR')
  await page.keyboard.press('Enter')
  await page.keyboard.press('a')
  await page.getByRole('button', { name: 'Undo u' }).waitFor()
  await page.close({ runBeforeUnload: true })
  await expect.poll(async () => (await desk.decisionsOf(review)).length).toBe(1)
})

test('of two people deciding one review the second is told who won', async () => {
  const review = await newInvoice()
  const bob = await desk.startAs('bob')
  const first = await desk.visit(`/reviews/${review}`)
  const second = await desk.visit(`/reviews/${review}`, { server: bob })
  for (const { page } of [first, second]) {
    await page.keyboard.press('r')
    await page.getByLabel('Reason').fill('wrong total')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('button', { name: 'Send now' }).waitFor()
  }
  await first.page.getByRole('button', { name: 'Send now' }).click()
  await expect.poll(async () => (await desk.decisionsOf(review)).length).toBe(1)
  await second.page.getByRole('button', { name: 'Send now' }).click()
  await second.page.getByText(/was already decided: ana sent it back at .*Your decision was not used/).waitFor()
  expect((await desk.decisionsOf(review)).map(({ by }) => by)).toEqual(['ana'])
  await Promise.all([first.page.context().close(), second.page.context().close()])
})

test('a review that is decided elsewhere says by whom while one looks at it', async () => {
  const review = await newInvoice()
  const { page } = await desk.visit(`/reviews/${review}`)
  const other = await desk.visit(`/reviews/${review}`)
  await other.page.keyboard.press('r')
  await other.page.getByLabel('Reason').fill('wrong total')
  await other.page.keyboard.press('Control+Enter')
  await other.page.getByRole('button', { name: 'Send now' }).click()
  await page.getByText('Sent back by ana').waitFor({ timeout: 5_000 })
  expect(await page.getByRole('button', { name: /^Approve/ }).count()).toBe(0)
  await Promise.all([page.context().close(), other.page.context().close()])
})

test('a tool call is approved with a changed argument', async () => {
  const review = await desk.scene.review(await desk.scene.run({ graph: 'agent' }), REFUND)
  const { page } = await desk.visit(`/reviews/${review}`)
  await page.getByLabel('amount').click()
  await page.keyboard.type('150')
  await page.keyboard.press('Enter')
  await page.keyboard.press('a')
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect.poll(async () => (await desk.decisionsOf(review))[0]?.value).toMatchObject({ tool: 'send_refund', amount: 150 })
  await page.context().close()
})

test('a parked run says what happened, and each way out does what it says', async () => {
  const run = await desk.scene.run({ status: 'parked', next: ['extract'] })
  const [retried, edited, skipped] = [await incident(run, 'a'), await incident(run, 'b'), await incident(run, 'c')]
  const { page } = await desk.visit(`/reviews/${retried}`)
  await page.getByText('The model answered 503').first().waitFor()
  await page.keyboard.press('a')
  await page.waitForURL((url) => !url.pathname.endsWith(retried))
  await page.goto(`${desk.server.url}/reviews/${edited}`)
  await page.getByRole('button', { name: 'Change and retry' }).click()
  await page.getByText('Write an object with the keys to change').waitFor()
  await page.getByLabel('Keys of the state to change').fill('{ "language": "fr" }')
  await page.getByRole('button', { name: 'Change and retry' }).click()
  await page.waitForURL((url) => !url.pathname.endsWith(edited))
  await page.goto(`${desk.server.url}/reviews/${skipped}`)
  await page.getByLabel('Node to go on with').selectOption('split')
  await page.getByRole('button', { name: 'Skip to it' }).click()
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect.poll(async () => (await desk.decisionsOf(skipped))[0]).toMatchObject({ verb: 'skip', node: 'split' })
  expect((await desk.decisionsOf(retried))[0]).toMatchObject({ verb: 'retry' })
  expect((await desk.decisionsOf(edited))[0]).toMatchObject({ verb: 'edit', value: { language: 'fr' } })
  await page.context().close()
})

async function incident(run: string, task: string): Promise<string> {
  return await desk.scene.review(run, INCIDENT, { node: 'extract', task })
}
