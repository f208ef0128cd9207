import { createClient, readEnvironment } from '@countersign/client'
import { schema } from '@countersign/db'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openConsole, type TestConsole } from './open-console.ts'
import { REFUND } from './sample-requests.ts'
import { TENANT } from './scene.ts'
import { type RunningConsole, startConsole } from './start-console.ts'

const PASSWORD = 'a long enough password 7'

let desk: TestConsole
let server: RunningConsole
beforeAll(async () => {
  desk = await openConsole()
  server = await startConsole(desk.scene, 'nobody', { COUNTERSIGN_SIGN_IN: 'accounts' })
  const client = createClient({
    ...readEnvironment({ DATABASE_URL: desk.scene.databaseUrl, TEMPORAL_ADDRESS: '127.0.0.1:9' }),
    tenant: TENANT,
    user: 'root',
    blobs: desk.scene.blobs,
  })
  await client.addUser({ id: 'dora', roles: ['reviewer'], password: PASSWORD })
  await client.close()
})
afterAll(async () => {
  await server.stop()
  await desk.close()
})

const newReview = async (): Promise<string> => await desk.scene.review(await desk.scene.run({ graph: 'agent' }), REFUND)

const endSessions = () => desk.scene.database.db.delete(schema.sessions)

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill('dora')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function signedIn(review: string): Promise<Page> {
  const { page } = await desk.visit(`/reviews/${review}`, { server })
  await signIn(page)
  await page.waitForURL(`**/reviews/${review}`)
  await page.locator('html[data-keys]').waitFor({ state: 'attached' })
  return page
}

test('a session that ends in mid-edit loses nothing: after signing in again the text is back and marked', async () => {
  const review = await newReview()
  const page = await signedIn(review)
  // Typing claims the review, and the page reads itself anew. A session that ends before that answer sends the page to the sign-in.
  const readAnew = page.waitForResponse((response) => response.url().includes('_rsc='))
  await page.getByLabel('amount').click()
  await page.keyboard.type('150')
  await readAnew
  await page
    .getByText(/yours for/)
    .first()
    .waitFor()
  await endSessions()
  await page.keyboard.type('.5')
  // Something happens elsewhere: the page would read itself anew, and nobody is signed in. It stays under whoever types.
  await desk.scene.change(review, { priority: 1 })
  const again = page.getByRole('link', { name: 'Sign in again' }).first()
  await again.waitFor({ timeout: 20_000 })
  expect(await page.getByLabel('amount').inputValue()).toBe('150.5')
  await again.click()
  await page.waitForURL('**/sign-in?**', { timeout: 20_000 })
  await signIn(page)
  await page.getByText('Your text is back.').waitFor()
  expect(await page.getByLabel('amount').inputValue()).toBe('150.5')
  expect(await desk.decisionsOf(review)).toEqual([])
  await page.context().close()
})

test('a session that ends just as the page reads itself anew takes the page away, never what was typed', async () => {
  const review = await newReview()
  const page = await signedIn(review)
  await page.getByLabel('amount').click()
  await page.keyboard.type('150')
  await page
    .getByText(/yours for/)
    .first()
    .waitFor()
  // Between the question whether one is signed in and the reading that follows it.
  await page.route('**/api/v1/me', async (route) => {
    const response = await route.fetch()
    await endSessions()
    await route.fulfill({ response })
  })
  await page.keyboard.type('.5')
  await desk.scene.change(review, { priority: 2 })
  await page.waitForURL('**/sign-in?**', { timeout: 20_000 })
  await page.unroute('**/api/v1/me')
  await signIn(page)
  await page.getByText('Your text is back.').waitFor()
  expect(await page.getByLabel('amount').inputValue()).toBe('150.5')
  expect(await desk.decisionsOf(review)).toEqual([])
  await page.context().close()
})

test('a decision made while the session is gone is kept and sent after signing in', async () => {
  const review = await newReview()
  const page = await signedIn(review)
  await page.getByLabel('amount').click()
  await page.keyboard.type('120')
  await page.keyboard.press('Enter')
  await endSessions()
  await page.keyboard.press('a')
  await page.waitForURL('**/sign-in?**', { timeout: 20_000 })
  expect(await desk.decisionsOf(review)).toEqual([])
  await signIn(page)
  await expect
    .poll(async () => (await desk.decisionsOf(review))[0], { timeout: 20_000 })
    .toMatchObject({ by: 'dora', value: { amount: 120 } })
  await page.context().close()
})
