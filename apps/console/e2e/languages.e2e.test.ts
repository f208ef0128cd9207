import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openConsole, type TestConsole } from './open-console.ts'
import { REFUND } from './sample-requests.ts'

let desk: TestConsole
beforeAll(async () => {
  desk = await openConsole()
})
afterAll(() => desk.close())

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test.each([
  ['en-GB', 'en', 'Inbox', 'Documents', 'Ask about what came in'],
  ['fr-CA', 'fr', 'À traiter', 'Documents', 'Interrogez ce qui est arrivé'],
  ['zh-CN', 'zh', '待办', '文档', '就收到的文档提问'],
])('a browser that asks for %s is spoken to in it on every page', async (locale, lang, inbox, documents, search) => {
  const { page, errors } = await desk.visit('/inbox', { locale })
  expect(await page.locator('html').getAttribute('lang')).toBe(lang)
  expect(await page.title()).toBe(`${inbox} · Countersign`)
  await page.getByRole('link', { name: documents }).first().click()
  await page.waitForURL('**/documents')
  await expect.poll(() => page.title()).toBe(`${documents} · Countersign`)
  await page.goto(`${desk.server.url}/search`)
  await page.getByText(search).waitFor()
  expect(errors).toEqual([])
  await page.context().close()
})

test('the language and the theme are chosen in the rail and stay', async () => {
  const { page } = await desk.visit('/inbox')
  await page.getByRole('button', { name: 'Account of ana' }).click()
  await page.getByLabel('Language').selectOption('fr')
  await page.getByRole('link', { name: /^À traiter/ }).waitFor()
  await page.getByLabel('Thème').selectOption('dark')
  await page.locator('html[data-theme="dark"]').waitFor({ state: 'attached' })
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(21, 21, 19)')
  await page.goto(`${desk.server.url}/documents`)
  await page.getByRole('link', { name: /^À traiter/ }).waitFor()
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
  await page.context().close()
})

const PLACES = ['/inbox', '/documents', '/search', '/runs'] as const

test.each(PLACES)('%s can be read enlarged fourfold and with widely spaced text, in every language', async (path) => {
  for (const locale of ['en', 'fr', 'zh']) {
    const { page } = await desk.visit(path, { locale, viewport: { width: 320, height: 256 } })
    expect(await overflow(page)).toBe(0)
    // WCAG 1.4.12, and the length that other languages need.
    await page.addStyleTag({
      content: '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important }',
    })
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await overflow(page)).toBe(0)
    await page.context().close()
  }
})

test('enlarged fourfold, what stands around the content leaves it most of the height', async () => {
  const viewport = { width: 320, height: 256 }
  for (const path of ['/inbox', `/reviews/${desk.filled.invoice.review}`, '/runs', '/settings/people']) {
    const { page } = await desk.visit(path, { viewport })
    const main = page.locator('main').first()
    await main.waitFor()
    // What is seen of the content once one has scrolled to its middle: nothing may lie over it.
    const seen = await main.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      const rows = Array.from({ length: window.innerHeight }, (_, y) => y).filter((y) => y >= top && y < bottom)
      return rows.filter((y) => element.contains(document.elementFromPoint(window.innerWidth / 2, y))).length
    })
    expect({ path, most: seen >= viewport.height * 0.6 }).toEqual({ path, most: true })
    await page.context().close()
  }
})

test.each([
  ['fr', 'La règle veut ici quelqu’un d’autre', 'Arrêtée avant publish'],
  ['zh', '按规则应由他人决定', '停在 publish 之前'],
])('what the server says is said in %s: why one may not decide, and a title that the product made', async (locale, why, title) => {
  const values = {
    title: 'Stopped before publish',
    titleSays: { code: 'title.stoppedBefore', values: { node: 'publish' } },
    excluded: ['ana'],
  }
  const review = await desk.scene.review(await desk.scene.run({ graph: 'agent' }), REFUND, values)
  const { page } = await desk.visit(`/reviews/${review}`, { locale })
  await page.getByText(why).waitFor()
  await page.getByRole('heading', { name: title }).waitFor()
  await page.goto(`${desk.server.url}/inbox?sort=newest`)
  await page.getByRole('link', { name: title }).first().waitFor()
  await page.context().close()
})

test.each(['fr', 'zh'])('the inbox in %s has no accessibility violation, with its dialogs', async (locale) => {
  const { page } = await desk.visit('/inbox', { locale })
  await page.keyboard.press('x')
  await page.keyboard.press('a')
  await page.getByRole('dialog').getByRole('button').first().waitFor()
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([])
  await page.context().close()
})
