import { AxeBuilder } from '@axe-core/playwright'
import { createClient, type Role } from '@countersign/client'
import { schema } from '@countersign/db'
import { eq } from 'drizzle-orm'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../infra/test/database.ts'
import { openBrowser } from './browser.ts'
import { type IdentityProvider, startIdentityProvider } from './identity-provider.ts'
import { openScene, type Scene, TENANT } from './scene.ts'
import { type RunningConsole, startConsole } from './start-console.ts'

const PASSWORD = 'correct horse battery'
let created: TestDatabase
let scene: Scene
let browser: Browser
let provider: IdentityProvider
let server: RunningConsole
let review: string

beforeAll(async () => {
  created = await createTestDatabase()
  scene = await openScene(created.url)
  const people = [
    { sub: 'p-1', name: 'Ann', email: 'ann@example.test' },
    { sub: 'p-2', name: 'Mallory', email: 'mallory@example.test' },
    { sub: 'p-3', name: 'Nobody yet', email: 'ann@example.test', email_verified: false },
  ]
  ;[browser, provider] = await Promise.all([openBrowser(), startIdentityProvider(people)])
  server = await startConsole(scene, 'root', {
    COUNTERSIGN_SIGN_IN: 'accounts',
    COUNTERSIGN_OIDC_ISSUER: provider.issuer,
    COUNTERSIGN_OIDC_CLIENT_ID: provider.clientId,
    COUNTERSIGN_OIDC_CLIENT_SECRET: provider.clientSecret,
    COUNTERSIGN_OIDC_LABEL: 'Example Co',
  })
  await provider.allow(`${server.url}/sign-in/openid/return`)
  await addUser('bea', ['reviewer'], { password: PASSWORD })
  await addUser('ann', ['approver'], { email: 'ann@example.test' })
  review = await scene.review(await scene.run(), { kind: 'approval', title: 'Refund 120 €', verbs: ['approve', 'reject'], proposal: 120 })
})
afterAll(async () => {
  await browser.close()
  await server.stop()
  await provider.close()
  await scene.close()
  await created.drop()
})

async function addUser(id: string, roles: Role[], more: { password?: string; email?: string }): Promise<void> {
  const root = createClient({
    databaseUrl: created.url,
    temporalAddress: '127.0.0.1:9',
    temporalNamespace: 'default',
    tenant: TENANT,
    user: 'root',
    blobs: scene.blobs,
    maxBytes: 1,
  })
  await root.addUser({ id, roles, ...more })
  await root.close()
}

async function visit(path: string): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${server.url}${path}`)
  return { page, context }
}

async function signIn(page: Page, user: string, password: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(user)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

const sessionOf = async (context: BrowserContext) => (await context.cookies()).find(({ name }) => name === 'countersign')

test.each([
  ['en', 'light', 1440, 'Sign in'],
  ['fr', 'dark', 390, 'Connexion'],
  ['zh', 'light', 390, '登录'],
] as const)('the page is accessible in %s, %s, at %i', async (locale, colorScheme, width, title) => {
  const context = await browser.newContext({ locale, colorScheme, viewport: { width, height: 844 } })
  const page = await context.newPage()
  await page.goto(`${server.url}/sign-in?problem=cancelled`)
  await page.getByRole('heading', { name: title, exact: true }).waitFor()
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0)
  await context.close()
})

describe('with a password', () => {
  test('a link leads through the sign-in page to where it points', async () => {
    const { page, context } = await visit(`/reviews/${review}?from=mail`)
    expect(new URL(page.url()).pathname).toBe('/sign-in')
    await signIn(page, 'bea', 'wrong horse battery')
    await page.getByRole('alert').filter({ hasText: 'No one here has this name and password' }).waitFor()
    expect(await sessionOf(context)).toBeUndefined()
    await signIn(page, 'bea', PASSWORD)
    await page.waitForURL(`${server.url}/reviews/${review}?from=mail`)
    await page.getByText('Refund 120 €').first().waitFor()
    expect(await sessionOf(context)).toMatchObject({ httpOnly: true, sameSite: 'Lax', secure: false, path: '/' })
    await context.close()
  })

  test('a way back to another site is not taken', async () => {
    for (const to of ['https://evil.test/', '//evil.test', '/\\evil.test']) {
      const { page, context } = await visit(`/sign-in?to=${encodeURIComponent(to)}`)
      await signIn(page, 'bea', PASSWORD)
      await page.waitForURL(`${server.url}/inbox`)
      await context.close()
    }
  })

  test('signing out ends the session for good, also for whoever kept the cookie', async () => {
    const { page, context } = await visit('/inbox')
    await signIn(page, 'bea', PASSWORD)
    await page.waitForURL(`${server.url}/inbox`)
    const cookie = `countersign=${(await sessionOf(context))?.value ?? ''}`
    expect((await fetch(`${server.url}/api/v1/me`, { headers: { cookie } })).status).toBe(200)
    await page.getByRole('button', { name: 'Account of bea' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await sessionOf(context)).toBeUndefined()
    expect((await fetch(`${server.url}/api/v1/me`, { headers: { cookie } })).status).toBe(401)
    await context.close()
  })

  test('one changes the own password, the other browser is out, and the new one is needed from then on', async () => {
    await addUser('cleo', ['reviewer'], { password: PASSWORD })
    const [here, there] = [await visit('/settings/account'), await visit('/inbox')]
    for (const { page } of [here, there]) await signIn(page, 'cleo', PASSWORD)
    await there.page.waitForURL(`${server.url}/inbox`)
    await here.page.waitForURL(`${server.url}/settings/account`)
    const change = async (old: string) => {
      await here.page.getByLabel('Old password').fill(old)
      await here.page.getByLabel('New password, at least 12 characters').fill('another long password')
      await here.page.getByLabel('The new password once more').fill('another long password')
      await here.page.getByRole('button', { name: 'Change your password' }).click()
    }
    await change('not the old password')
    await here.page.getByRole('alert').filter({ hasText: 'The old password is another one.' }).waitFor()
    await change(PASSWORD)
    await here.page.getByText('Your password is changed.').waitFor()
    await here.page.goto(`${server.url}/settings/account`)
    await here.page.getByRole('heading', { name: 'Change your password' }).waitFor()
    await there.page.goto(`${server.url}/inbox`)
    await there.page.waitForURL('**/sign-in**')
    await signIn(there.page, 'cleo', PASSWORD)
    await there.page.getByRole('alert').filter({ hasText: 'No one here has this name and password' }).waitFor()
    await signIn(there.page, 'cleo', 'another long password')
    await there.page.waitForURL(`${server.url}/inbox`)
    const { violations } = await new AxeBuilder({ page: here.page }).analyze()
    expect(violations.map(({ id }) => id)).toEqual([])
    for (const { context } of [here, there]) await context.close()
  })

  test('a program that shows no token is told to send one, a page that its person is signed out', async () => {
    const ask = async (headers: Record<string, string>) => (await fetch(`${server.url}/api/v1/me`, { headers })).json()
    expect(await ask({})).toMatchObject({
      error: { code: 'signed_out', message: expect.stringMatching(/^Nobody is signed in\. Send a token/) },
    })
    const says = { code: 'door.signedOut', values: {} }
    expect(await ask({ 'sec-fetch-site': 'same-origin' })).toMatchObject({ error: { says } })
    expect(await ask({ cookie: 'countersign=gone' })).toMatchObject({ error: { says } })
    expect(await ask({ authorization: 'Bearer cs_none' })).toMatchObject({ error: { says: { code: 'door.badToken' } } })
  })

  test('another site can sign nobody in or out', async () => {
    const body = JSON.stringify({ tenant: TENANT, user: 'bea', password: PASSWORD })
    const json = { 'content-type': 'application/json' }
    const own = { origin: server.url }
    const send = (path: string, headers: Record<string, string>) => fetch(`${server.url}${path}`, { method: 'POST', headers, body })
    const foreign: Record<string, string>[] = [{}, { origin: 'https://evil.test' }, { ...own, 'sec-fetch-site': 'cross-site' }]
    for (const origin of foreign) {
      expect((await send('/sign-in/password', { ...json, ...origin })).status).toBe(403)
      expect((await send('/sign-out', { ...json, ...origin })).status).toBe(403)
    }
    expect((await send('/sign-in/password', { ...own, 'content-type': 'text/plain' })).status).toBe(415)
    expect((await send('/sign-in/password', { ...json, ...own })).status).toBe(200)
  })

  test('a session that ends under an open page is said there, and signing in leads back to it', async () => {
    const { page, context } = await visit(`/reviews/${review}`)
    await signIn(page, 'bea', PASSWORD)
    await page.waitForURL(`${server.url}/reviews/${review}`)
    await page.getByText('Refund 120 €').first().waitFor()
    await scene.database.db.delete(schema.sessions).where(eq(schema.sessions.user, 'bea'))
    const again = page.getByRole('link', { name: 'Sign in again' })
    await again.waitFor()
    expect(page.url()).toBe(`${server.url}/reviews/${review}`)
    await again.click()
    await signIn(page, 'bea', PASSWORD)
    await page.waitForURL(`${server.url}/reviews/${review}`)
    await context.close()
  })
})

describe('with a provider', () => {
  const begin = (page: Page) => page.getByRole('link', { name: 'Sign in with Example Co' }).click()
  const choose = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

  test('whom it vouches for comes in and lands where the link points', async () => {
    const { page, context } = await visit(`/reviews/${review}`)
    await begin(page)
    await choose(page, 'Ann')
    await page.waitForURL(`${server.url}/reviews/${review}`)
    await page.getByRole('button', { name: 'Account of ann' }).waitFor()
    const cookies = await context.cookies()
    expect(cookies.filter(({ name }) => name.startsWith('countersign-')).map(({ name }) => name)).not.toContain('countersign-openid')
    expect(
      cookies
        .filter(({ name }) => name.startsWith('countersign'))
        .every(({ httpOnly, name }) => httpOnly || /locale|zone|theme/.test(name)),
    ).toBe(true)
    await context.close()
  })

  test('a stranger is told so by name, and may come back as somebody else', async () => {
    const { page, context } = await visit('/inbox')
    await begin(page)
    await choose(page, 'Mallory')
    await page.getByRole('alert').filter({ hasText: 'mallory@example.test is signed in at the provider, but is not known here' }).waitFor()
    expect(await sessionOf(context)).toBeUndefined()
    await begin(page)
    await choose(page, 'Ann')
    await page.waitForURL(`${server.url}/inbox`)
    await context.close()
  })

  test('an address that the provider did not verify is nobody', async () => {
    const { page, context } = await visit('/inbox')
    await begin(page)
    await choose(page, 'Nobody yet')
    await page.getByRole('alert').filter({ hasText: 'is not known here' }).waitFor()
    await context.close()
  })

  test('stopping there changes nothing', async () => {
    const { page, context } = await visit('/inbox')
    await begin(page)
    await choose(page, 'Cancel')
    await page.getByRole('alert').filter({ hasText: 'stopped at the provider' }).waitFor()
    await context.close()
  })

  test('signing out ends the session here and at the provider, which asks again who one is', async () => {
    const { page, context } = await visit('/inbox')
    await begin(page)
    await choose(page, 'Ann')
    await page.waitForURL(`${server.url}/inbox`)
    const cookie = `countersign=${(await sessionOf(context))?.value ?? ''}`
    await page.getByRole('button', { name: 'Account of ann' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Leave Example Co?' }).waitFor()
    expect((await fetch(`${server.url}/api/v1/me`, { headers: { cookie } })).status).toBe(401)
    await choose(page, 'Yes, leave')
    await page.waitForURL(`${server.url}/sign-in**`)
    // Not because the console says so: the provider knows nobody any more.
    await page.goto(`${server.url}/sign-in/openid?to=/inbox`)
    await page.getByRole('heading', { name: 'Who are you?' }).waitFor()
    await context.close()
  })

  test('an answer that this browser did not ask for is refused', async () => {
    const { page, context } = await visit(`/sign-in/openid/return?code=stolen&state=made-up&iss=${encodeURIComponent(provider.issuer)}`)
    await page.getByRole('alert').filter({ hasText: 'begun in another browser' }).waitFor()
    await page.goto(`${server.url}/inbox`)
    await begin(page)
    await page.getByRole('heading', { name: 'Who are you?' }).waitFor()
    await page.goto(`${server.url}/sign-in/openid/return?code=stolen&state=made-up&iss=${encodeURIComponent(provider.issuer)}`)
    await page.getByRole('alert').filter({ hasText: 'did not answer as it should' }).waitFor()
    expect(await sessionOf(context)).toBeUndefined()
    await context.close()
  })
})
