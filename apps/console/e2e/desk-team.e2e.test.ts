import { schema } from '@countersign/db'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openConsole, type TestConsole } from './open-console.ts'
import { REFUND } from './sample-requests.ts'
import type { RunningConsole } from './start-console.ts'

let desk: TestConsole
let bob: RunningConsole
beforeAll(async () => {
  desk = await openConsole()
  bob = await desk.startAs('bob')
  await desk.scene.person('bob', 'Bob Marsh')
  await desk.scene.person('carl', 'Carl Ito')
})
afterAll(() => desk.close())

type Values = Parameters<TestConsole['scene']['review']>[2]

const newReview = async (values: Values = {}): Promise<string> =>
  await desk.scene.review(await desk.scene.run({ graph: 'agent' }), REFUND, values)

const rowOf = async (review: string) => (await desk.scene.database.db.select().from(schema.reviews).where(eq(schema.reviews.id, review)))[0]

async function bothOpen(review: string): Promise<[ana: Page, bob: Page]> {
  const [first, second] = await Promise.all([desk.visit(`/reviews/${review}`), desk.visit(`/reviews/${review}`, { server: bob })])
  return [first.page, second.page]
}

const closeAll = (...pages: Page[]) => Promise.all(pages.map((page) => page.context().close()))

const takesText = (page: Page) =>
  page.evaluate(() => document.activeElement instanceof HTMLTextAreaElement && !document.activeElement.readOnly)

const isBlocked = (page: Page) => page.getByRole('button', { name: /^Approve/ }).getAttribute('aria-disabled')

test('the first change claims a review, and a second browser shows that at once and keeps its hands off', async () => {
  const review = await newReview()
  const [ana, other] = await bothOpen(review)
  await ana.keyboard.press('e')
  await ana.keyboard.type('other_tool')
  await other.getByText('ana is working on this.').waitFor({ timeout: 5_000 })
  await other.getByText(/held by ana, \d min left/).waitFor()
  expect(await isBlocked(other)).toBe('true')
  await other.keyboard.press('a')
  expect(await other.getByRole('button', { name: 'Undo u' }).count()).toBe(0)
  await ana.getByText(/yours for/).waitFor()
  await ana.keyboard.press('Escape')
  await expect.poll(() => takesText(ana)).toBe(false)
  await ana.keyboard.press('c')
  await expect.poll(() => isBlocked(other)).toBe(null)
  await other.keyboard.press('c')
  await ana.getByText('bob is working on this.').waitFor({ timeout: 5_000 })
  expect(await rowOf(review)).toMatchObject({ claimedBy: 'bob' })
  await closeAll(ana, other)
})

test('a lease that runs out can be taken over, visibly to both', async () => {
  const review = await newReview({ claimedBy: 'ana', claimedUntil: new Date(Date.now() + 12_000) })
  const [ana, other] = await bothOpen(review)
  await other.getByText('ana is working on this.').waitFor()
  await other.getByText('The claim of ana has run out.').waitFor({ timeout: 20_000 })
  await other.getByRole('button', { name: /^Take over/ }).click()
  await ana.getByText('bob is working on this.').waitFor({ timeout: 5_000 })
  await ana.getByText('bob took it over').waitFor()
  await closeAll(ana, other)
})

test('of two people who decide at once one wins, and the other is told who', async () => {
  const review = await newReview()
  const [ana, other] = await bothOpen(review)
  for (const page of [ana, other]) {
    await page.keyboard.press('a')
    await page.getByRole('button', { name: 'Send now' }).waitFor()
  }
  await Promise.all([ana, other].map((page) => page.getByRole('button', { name: 'Send now' }).click()))
  await expect.poll(async () => (await desk.decisionsOf(review)).length).toBe(1)
  const winner = (await desk.decisionsOf(review))[0]?.by
  const loser = winner === 'ana' ? other : ana
  await loser.getByText(new RegExp(`was already decided: ${winner} approved it at .*Your decision was not used`)).waitFor()
  await closeAll(ana, other)
})

test('a deadline that passes hands the review on while one looks at it, and the page says so', async () => {
  const review = await newReview({ dueAt: new Date(Date.now() - 60_000), roles: ['reviewer'] })
  const { page } = await desk.visit(`/reviews/${review}`)
  await page.getByText('late 1 min').waitFor()
  await page.getByText('decides: reviewers').waitFor()
  const told = { event: 'review.escalated', actor: 'clock', data: { step: 1, role: 'approver' } }
  await desk.scene.change(review, { roles: ['approver'], deadlineSteps: 1 }, told)
  await page.getByText('decides: approvers').waitFor({ timeout: 5_000 })
  await page.getByText('Escalated to approvers by clock').waitFor()
  await page.context().close()
})

test('two answers are needed: the second person answers without seeing the first', async () => {
  const review = await newReview({ quorum: 2, policy: { quorum: 2 } })
  const [ana, other] = await bothOpen(review)
  await ana.keyboard.press('a')
  await ana.getByRole('button', { name: 'Send now' }).click()
  await other.getByText('1 of 2 answers').waitFor({ timeout: 5_000 })
  await other.getByText('Yours is next.').waitFor()
  await other.getByText('What the others answered is shown once you have answered, too.').waitFor()
  expect(await other.getByRole('region', { name: 'Answers of several' }).textContent()).not.toContain('Approved')
  await other.keyboard.press('a')
  await other.getByRole('button', { name: 'Send now' }).click()
  await expect.poll(async () => (await desk.decisionsOf(review)).length).toBe(1)
  await closeAll(ana, other)
})

test('people talk about a review, name one another, and see what happened to it', async () => {
  const review = await newReview()
  const [ana, other] = await bothOpen(review)
  await ana.keyboard.press('m')
  await ana.keyboard.type('Is this the new account, @bo')
  await ana.getByRole('option', { name: '@bob' }).waitFor()
  await ana.keyboard.press('Enter')
  await ana.keyboard.type('?')
  await ana.keyboard.press('Control+Enter')
  await other.getByText('Is this the new account,').waitFor({ timeout: 5_000 })
  const thread = other.getByRole('region', { name: 'Comments and history' })
  expect(await thread.locator('b').allTextContents()).toEqual(['ana', '@bob'])
  await ana.keyboard.press('Escape')
  await ana.keyboard.press('t')
  await ana.getByLabel('Given to').selectOption('carl')
  await ana.keyboard.press('Control+Enter')
  await other.getByText('ana gave it to carl').waitFor({ timeout: 5_000 })
  await other.getByText('for carl', { exact: true }).waitFor()
  await closeAll(ana, other)
})

test('a decided review is opened again while the run waits, and a fork is offered once it has gone on', async () => {
  const review = await newReview()
  const { page } = await desk.visit(`/reviews/${review}`)
  await page.keyboard.press('a')
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect.poll(async () => (await desk.decisionsOf(review)).length).toBe(1)
  await page.goto(`${desk.server.url}/reviews/${review}`)
  const again = async () => {
    await page.getByRole('button', { name: 'Ask for a second look' }).click()
    await page.getByLabel('Reason').fill('the amount is of last month')
    await page.keyboard.press('Control+Enter')
  }
  await again()
  await page.getByText('look no. 2').waitFor({ timeout: 5_000 })
  await page.getByText('ana asked for a second look').waitFor()
  await page.keyboard.press('a')
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect.poll(async () => (await rowOf(review))?.status).toBe('decided')
  const { db } = desk.scene.database
  await db.update(schema.decisions).set({ appliedAt: new Date() }).where(eq(schema.decisions.review, review))
  await db
    .update(schema.runs)
    .set({ status: 'done' })
    .where(eq(schema.runs.id, (await rowOf(review))?.run ?? ''))
  await page.goto(`${desk.server.url}/reviews/${review}`)
  await again()
  await page.getByText('The run has gone on with this decision').waitFor()
  await page.getByRole('button', { name: 'Fork from before this decision' }).click()
  await page.getByRole('dialog').getByText('and asks again').waitFor()
  await page.context().close()
})

test('a proposal that changes while one types is shown with what differs, and nothing typed is lost', async () => {
  const review = await newReview()
  const { page } = await desk.visit(`/reviews/${review}`)
  await page.getByLabel('currency').click()
  await page.keyboard.type('USD')
  await page.keyboard.press('Enter')
  const { db } = desk.scene.database
  await db.insert(schema.shown).values({ tenant: 'acme', hash: `shown-${review}`, request: { ...REFUND, countersign: 1 } })
  const proposal = { tool: 'send_refund', amount: 120, currency: 'EUR', account: { id: 'K-1182', owner: 'Kaya' } }
  await desk.scene.change(review, { request: { ...REFUND, countersign: 1, proposal }, shownHash: 'shown-anew' })
  await page.getByText('The proposal changed while you looked at it.').waitFor({ timeout: 5_000 })
  const differences = page.getByRole('list', { name: 'What differs' })
  await expect.poll(() => differences.textContent()).toContain('amount')
  expect(await differences.locator('del').allTextContents()).toEqual(['180'])
  expect(await differences.locator('ins').allTextContents()).toEqual(['120'])
  expect(await page.getByLabel('currency').inputValue()).toBe('USD')
  await page.keyboard.press('a')
  expect(await page.getByRole('button', { name: 'Undo u' }).count()).toBe(0)
  await page.keyboard.press('g')
  await page.keyboard.press('a')
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect
    .poll(async () => (await desk.decisionsOf(review))[0])
    .toMatchObject({ shownHash: 'shown-anew', value: { amount: 120, currency: 'USD' } })
  await page.context().close()
})
