import { schema } from '@countersign/db'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openConsole, type TestConsole } from './open-console.ts'
import { CHOICE, CUSTOM, INCIDENT, QUESTION, TOOL } from './sample-requests.ts'

let desk: TestConsole
beforeAll(async () => {
  desk = await openConsole()
})
afterAll(() => desk.close())

type Request = Parameters<TestConsole['scene']['review']>[1]

async function open(request: Request): Promise<{ review: string; page: Page }> {
  const review = await desk.scene.review(await desk.scene.run({ graph: 'agent' }), request)
  const { page } = await desk.visit(`/reviews/${review}`)
  return { review, page }
}

async function sent(page: Page, review: string) {
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect.poll(async () => (await desk.decisionsOf(review)).length).toBe(1)
  await page.context().close()
  return (await desk.decisionsOf(review))[0]
}

test('candidates stand side by side with what makes them unlike marked, and a digit chooses one', async () => {
  const { review, page } = await open(CHOICE)
  const first = await page.getByRole('article', { name: 'Kaya, giro' }).boundingBox()
  const second = await page.getByRole('article', { name: 'Kaya, savings' }).boundingBox()
  expect(second?.y).toBe(first?.y)
  expect(await page.getByRole('article', { name: 'Kaya, giro' }).locator('mark').allTextContents()).toEqual(['Berlin', 'DE02 1203 0000'])
  await page.keyboard.press('2')
  expect(await sent(page, review)).toMatchObject({ verb: 'choose', value: { iban: 'DE88 5001 0517' } })
})

test('none of the candidates is an answer, too, with a reason', async () => {
  const { review, page } = await open(CHOICE)
  await page.keyboard.press('0')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Say why none of them fits.').waitFor()
  await page.getByLabel('Reason').fill('the account was closed in May')
  await page.keyboard.press('Control+Enter')
  expect(await sent(page, review)).toMatchObject({ verb: 'choose', value: null, reason: 'the account was closed in May' })
})

test('a question is answered in words, from the keyboard', async () => {
  const { review, page } = await open(QUESTION)
  await page.keyboard.press('e')
  await page.keyboard.type('Dear Ms Kaya')
  await page.keyboard.press('Control+Enter')
  expect(await sent(page, review)).toMatchObject({ verb: 'respond', value: 'Dear Ms Kaya' })
})

test('a question can be left without an answer', async () => {
  const { review, page } = await open(QUESTION)
  await page.getByRole('button', { name: 'Go on without an answer' }).click()
  expect(await sent(page, review)).toMatchObject({ verb: 'ignore' })
})

test('of a tool call the arguments are a form and the tool is not: what is sent calls the same tool', async () => {
  const { review, page } = await open(TOOL)
  await page.getByRole('heading', { name: 'It would call send_refund with' }).waitFor()
  expect(await page.locator('[data-field]').evaluateAll((cards) => cards.map((card) => card.getAttribute('data-field')))).toEqual([
    'amount',
    'currency',
  ])
  await page.keyboard.press('e')
  await page.keyboard.type('150')
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Request' }).getByText('"amount": 150').waitFor()
  await page.keyboard.press('a')
  expect(await sent(page, review)).toMatchObject({ verb: 'edit', value: { action: 'send_refund', args: { amount: 150, currency: 'EUR' } } })
})

test('what a graph asks in a form of its own is shown as JSON and can be changed as a whole', async () => {
  const { review, page } = await open(CUSTOM)
  await page.getByLabel('Proposal').click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('["one", {"two": 4}]')
  await page.keyboard.press('Escape')
  await page.keyboard.press('a')
  expect(await sent(page, review)).toMatchObject({ verb: 'edit', value: ['one', { two: 4 }] })
})

test('an exception is handed to a role with a reason, and waits for it', async () => {
  const run = await desk.scene.run({ status: 'parked', next: ['extract'] })
  const review = await desk.scene.review(run, INCIDENT, { node: 'extract', roles: ['operator'] })
  const { page } = await desk.visit(`/reviews/${review}`)
  await page.keyboard.press('s')
  await page.getByLabel('To', { exact: true }).selectOption('admin')
  await page.getByLabel('Reason').fill('the key of the model has to be renewed')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: 'Send now' }).click()
  const row = async () => (await desk.scene.database.db.select().from(schema.reviews).where(eq(schema.reviews.id, review)))[0]
  await expect.poll(async () => (await row())?.roles).toEqual(['admin'])
  expect(await row()).toMatchObject({ status: 'open' })
  await page.goto(`${desk.server.url}/reviews/${review}`)
  await page.getByText('Escalated to admins by ana').waitFor()
  await page.context().close()
})

/** Where a line of the page stands once the page has come to rest. */
async function restingPlace(page: Page, text: string) {
  const line = page.locator('[data-line]', { hasText: text })
  let last = ''
  await expect
    .poll(async () => {
      const now = JSON.stringify(await line.boundingBox())
      const rests = now === last
      last = now
      return rests
    })
    .toBe(true)
  const box = await line.boundingBox()
  if (!box) throw new Error('the line is not on the page')
  return box
}

test('a field that the machine missed is added by drawing a box around it', async () => {
  const { page } = await desk.visit(`/reviews/${desk.filled.invoice.review}`, { reducedMotion: 'reduce' })
  await page.keyboard.press('n')
  const line = await restingPlace(page, '14 rue des Carmes')
  await page.mouse.move(line.x - 6, line.y - 6)
  await page.mouse.down()
  await page.mouse.move(line.x + line.width + 6, line.y + line.height + 3, { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => page.getByLabel('Value').inputValue()).toContain('14 rue des Carmes')
  await page.getByLabel('Name').fill('address')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator('[data-mark="address"]').count()).toBe(1)
  expect(await page.getByLabel('address').inputValue()).toContain('75005 Paris')
  await page.context().close()
})

test('a value is taken from the source with the mouse, and its place goes with the decision', async () => {
  const { review } = desk.filled.invoice
  const { page } = await desk.visit(`/reviews/${review}`, { reducedMotion: 'reduce' })
  await page.getByLabel('Total', { exact: true }).focus()
  await page.locator('[data-mark="total"][data-focus]').waitFor()
  const line = await restingPlace(page, '1 615,83')
  await page.mouse.move(line.x + 1, line.y + line.height / 2)
  await page.mouse.down()
  await page.mouse.move(line.x + line.width + 2, line.y + line.height / 2, { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => page.getByLabel('Total', { exact: true }).inputValue()).toContain('1 615,8')
  await page.locator('[data-field="total"]').getByText('Place taken from the source by you.').waitFor()
  await page.getByLabel('Currency').click()
  await page.keyboard.type('EUR')
  await page.keyboard.press('Enter')
  await page.keyboard.press('a')
  const decision = await sent(page, review)
  expect(decision?.value).toMatchObject({ total: 1615.83, currency: 'EUR' })
  expect(decision?.evidence).toMatchObject({ total: [{ page: 1, text: '1 615,83', box: { w: expect.any(Number) } }] })
})
