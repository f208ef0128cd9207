import { AxeBuilder } from '@axe-core/playwright'
import { createAccounts } from '@countersign/client'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openConsole, type TestConsole } from './open-console.ts'

let desk: TestConsole
beforeAll(async () => {
  desk = await openConsole()
})
afterAll(() => desk.close())

async function findViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
}

test('an admin adds a person, changes them, and shuts them out', async () => {
  const { page, errors } = await desk.visit('/settings')
  await page.waitForURL(/\/settings\/people$/)
  await page.getByText('Nobody has an account yet').waitFor()
  await page.getByRole('button', { name: 'Add a person' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name to sign in').fill('ana')
  await dialog.getByRole('button', { name: 'Make one up' }).click()
  const password = await dialog.getByLabel('Password').inputValue()
  await dialog.getByLabel('admin').check()
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Add', exact: false }).last().click()
  await page.getByRole('cell', { name: 'ana', exact: true }).waitFor()

  const accounts = createAccounts({ databaseUrl: desk.scene.databaseUrl })
  const { actor, cookie } = await accounts.signIn({ tenant: 'acme', user: 'ana', password })
  expect(actor.roles).toEqual(['reviewer', 'admin'])

  await page.getByRole('button', { name: 'Add a person' }).click()
  await dialog.getByLabel('Name to sign in').fill('ana')
  await dialog.getByRole('button', { name: 'Add', exact: false }).last().click()
  await dialog.getByRole('alert').filter({ hasText: 'There is somebody named ana already' }).waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Disable ana' }).click()
  await dialog.getByRole('button', { name: 'Disable', exact: false }).last().click()
  await dialog.getByRole('alert').filter({ hasText: 'only admin' }).waitFor()
  expect(await accounts.openSession(cookie)).not.toBeNull()
  await accounts.close()
  expect(errors.filter((error) => !error.includes('409'))).toEqual([])
  await page.context().close()
})

test('a token is made within what one may, shown once, works, and is revoked', async () => {
  const { page } = await desk.visit('/settings/tokens')
  await page.getByRole('button', { name: 'Make a token' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What it is for').fill('nightly report')
  await dialog.getByLabel('Claim, decide, comment').check()
  await dialog.getByLabel('How long it lasts').selectOption('7')
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Make it' }).click()
  const secret = (await dialog.locator('code').textContent()) ?? ''
  expect(secret).toMatch(/^cs_/)
  await page.keyboard.press('Escape')
  const row = page.getByRole('row').filter({ hasText: 'nightly report' })
  await row.getByText('read, review').waitFor()
  expect(await page.content()).not.toContain(secret)

  const accounts = createAccounts({ databaseUrl: desk.scene.databaseUrl })
  expect(await accounts.authenticateToken(secret)).toMatchObject({ actor: { user: 'ana', scopes: ['read', 'review'] } })
  await row.getByRole('button', { name: 'Revoke' }).click()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await row.getByText('revoked').waitFor()
  expect(await accounts.authenticateToken(secret)).toBeNull()
  await accounts.close()
  await page.context().close()
})

test.each(['/settings/people', '/settings/tokens'])('%s is accessible in both themes and fits a phone', async (path) => {
  const { page, errors, foreign } = await desk.visit(path)
  for (const [colorScheme, width] of [
    ['light', 1440],
    ['dark', 390],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 844 })
    expect(await findViolations(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0)
  }
  expect({ errors, foreign }).toEqual({ errors: [], foreign: [] })
  await page.context().close()
})
