import { schema } from '@countersign/db'
import { eq } from 'drizzle-orm'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { createTestDatabase } from '../../../infra/test/database.ts'
import { openBrowser } from './browser.ts'
import { type FilledScene, fillScene } from './fill-scene.ts'
import { openScene, type Scene } from './scene.ts'
import { type RunningConsole, startConsole } from './start-console.ts'

/** A console with its database and a browser, for one test file. */
export interface TestConsole {
  scene: Scene
  filled: FilledScene
  browser: Browser
  server: RunningConsole
  /** A page in a browser profile of its own; what it asks of others and what goes wrong in it is kept. */
  visit(path: string, options?: BrowserContextOptions & { server?: RunningConsole }): Promise<VisitedPage>
  /** A second console process on the same database, as somebody else. */
  startAs(user: string): Promise<RunningConsole>
  decisionsOf(review: string): Promise<(typeof schema.decisions.$inferSelect)[]>
  close(): Promise<void>
}

export interface VisitedPage {
  page: Page
  /** Addresses outside of the console that the page asked for. */
  foreign: string[]
  /** Errors of scripts and of the content policy. */
  errors: string[]
}

/** Opens everything; takes some seconds, and a minute where the console is not built yet. */
export async function openConsole(): Promise<TestConsole> {
  const { url, drop } = await createTestDatabase()
  const scene = await openScene(url)
  const [browser, server] = await Promise.all([openBrowser(), startConsole(scene, 'ana')])
  const filled = await fillScene(scene, browser)
  const servers = [server]
  return {
    scene,
    filled,
    browser,
    server,
    visit: (path, options) => visitPage(browser, options?.server ?? server, path, options),
    async startAs(user) {
      const other = await startConsole(scene, user)
      servers.push(other)
      return other
    },
    decisionsOf: (review) => scene.database.db.select().from(schema.decisions).where(eq(schema.decisions.review, review)),
    async close() {
      await browser.close()
      await Promise.all(servers.map((one) => one.stop()))
      await scene.close()
      await drop()
    },
  }
}

const WITH_KEYS = /^\/(inbox|reviews\/|runs)/

async function visitPage(
  browser: Browser,
  server: RunningConsole,
  path: string,
  options: BrowserContextOptions = {},
): Promise<VisitedPage> {
  const { viewport = { width: 1440, height: 900 }, ...rest } = options
  const context = await browser.newContext({ viewport, ...rest })
  const page = await context.newPage()
  const foreign: string[] = []
  const errors: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url) && !request.url().startsWith('data:')) foreign.push(request.url())
  })
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`)
  })
  await page.goto(`${server.url}${path}`)
  // A key that is pressed before the page listens is lost, on a person as well; only a test is that quick.
  if (WITH_KEYS.test(path))
    await page
      .locator('html[data-keys]')
      .waitFor({ state: 'attached', timeout: 5000 })
      .catch(() => undefined)
  return { page, foreign, errors }
}
