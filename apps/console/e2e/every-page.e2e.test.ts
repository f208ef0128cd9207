import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openConsole, type TestConsole } from './open-console.ts'

let desk: TestConsole
beforeAll(async () => {
  desk = await openConsole()
})
afterAll(() => desk.close())

const PAGES: [name: string, path: (desk: TestConsole) => string][] = [
  ['the inbox', () => '/inbox'],
  ['an empty inbox', () => '/inbox?q=nothing-like-this'],
  ['a review with a picture', ({ filled }) => `/reviews/${filled.invoice.review}`],
  ['a review with a text', ({ filled }) => `/reviews/${filled.report.review}`],
  ['a tool call', ({ filled }) => `/reviews/${filled.refund}`],
  ['a breakpoint', ({ filled }) => `/reviews/${filled.breakpoint}`],
  ['an incident', ({ filled }) => `/reviews/${filled.incident.review}`],
  ['the list of runs', () => '/runs'],
  ['a run', ({ filled }) => `/runs/${filled.invoice.run}`],
  ['the attempts of a run', ({ filled }) => `/runs/${filled.incident.run}?tab=attempts`],
  ['the reviews of a run', ({ filled }) => `/runs/${filled.invoice.run}?tab=reviews`],
  ['the lineage of a run', ({ filled }) => `/runs/${filled.invoice.run}?tab=lineage`],
  ['two runs compared', ({ filled }) => `/runs/${filled.invoice.run}/compare/${filled.incident.run}`],
  ['parked runs by reason', () => '/runs?status=parked&by=reason'],
  ['the list of documents', () => '/documents'],
  ['a document', ({ filled }) => `/documents/${filled.invoice.document}`],
  ['search', () => '/search'],
  ['the audit log', () => '/audit'],
  ['notifications', () => '/settings/notifications'],
  ['retention', () => '/settings/retention'],
  ['the own account', () => '/settings/account'],
]

const LOOKS = [
  { colorScheme: 'light', width: 1440, height: 900 },
  { colorScheme: 'dark', width: 390, height: 844 },
] as const

test.each(PAGES)('%s is accessible in both themes, fits a phone and asks nobody but the console', async (_name, path) => {
  const { page, foreign, errors } = await desk.visit(path(desk))
  await page.getByRole('main').waitFor()
  for (const { colorScheme, ...viewport } of LOOKS) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
  }
  expect({ foreign, errors }).toEqual({ foreign: [], errors: [] })
  await page.context().close()
})

test('what is not there is a 404 that says where to go', async () => {
  for (const path of [
    '/reviews/rv_00000000000000000000',
    '/runs/r_00000000000000000000',
    '/documents/doc_00000000000000000000',
    '/forks/k_00000000000000000000',
    '/nowhere',
  ]) {
    const response = await fetch(`${desk.server.url}${path}`)
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('There is nothing at this address')
  }
})

test('a search without Temporal says what is missing instead of pretending that nothing was found', async () => {
  const { page } = await desk.visit('/search?q=lease')
  await page.getByText('This page could not be read').waitFor()
  expect(await page.getByRole('main').textContent()).toMatch(/Temporal/i)
  await page.context().close()
})
