import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrate } from '@countersign/db'
import type { Browser, Page } from 'playwright-core'
import { startStack } from '../../../infra/local/index.mjs'
import { openBrowser } from './browser.ts'
import { type FilledScene, fillScene } from './fill-scene.ts'
import { openScene } from './scene.ts'
import { startConsole } from './start-console.ts'

/**
 * `npm run screenshots -w apps/console` draws the pictures of the documentation anew;
 * `npm run screenshots -w apps/console -- FOLDER` draws every page at the widths and in the themes it is judged at.
 */

const DOCUMENTATION = fileURLToPath(new URL('../../../docs/screenshots', import.meta.url))
const DOCUMENTED = ['inbox-1440-light', 'review-1440-light', 'review-1440-dark', 'review-390-light', 'run-1440-light']
const SIZES = { 1440: 900, 1024: 768, 390: 844 }
const THEMES = ['light', 'dark'] as const

interface Shot {
  name: string
  path: string
  /** What is done on the page before it is drawn. */
  before?: (page: Page) => Promise<void>
}

function shotsOf({ invoice, report, refund, incident }: FilledScene): Shot[] {
  const takeOtherReading = async (page: Page) => {
    await page.keyboard.press('Tab')
    await page.keyboard.press('2')
  }
  return [
    { name: 'inbox', path: '/inbox' },
    { name: 'review', path: `/reviews/${invoice.review}`, before: takeOtherReading },
    { name: 'review-text', path: `/reviews/${report.review}` },
    { name: 'review-tool-call', path: `/reviews/${refund}` },
    { name: 'incident', path: `/reviews/${incident.review}` },
    { name: 'runs', path: '/runs' },
    { name: 'run', path: `/runs/${invoice.run}` },
    { name: 'documents', path: '/documents' },
    { name: 'empty', path: '/inbox?q=nothing-like-this' },
  ]
}

async function draw(browser: Browser, url: string, shot: Shot, folder: string | undefined): Promise<void> {
  for (const theme of THEMES) {
    for (const [width, height] of Object.entries(SIZES)) {
      const name = `${shot.name}-${width}-${theme}`
      if (!folder && !DOCUMENTED.includes(name)) continue
      const page = await browser.newPage({ viewport: { width: Number(width), height }, colorScheme: theme, reducedMotion: 'reduce' })
      await page.goto(`${url}${shot.path}`, { waitUntil: 'load' })
      await page.getByRole('main').waitFor()
      await page.waitForFunction(() =>
        [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight || !image.offsetParent),
      )
      await shot.before?.(page)
      await page.screenshot({ path: path.join(folder ?? DOCUMENTATION, `${name}.png`) })
      await page.close()
    }
  }
}

/** A scene that is not a test run's: its own Postgres in a folder that goes away with it. */
async function main(folder: string | undefined): Promise<void> {
  const home = await mkdtemp(path.join(os.tmpdir(), 'countersign-shots-'))
  const stack = await startStack({ home, need: ['postgres'], useExternal: false, durable: false, removeHomeWithOwner: true })
  await migrate(stack.databaseUrl)
  const scene = await openScene(stack.databaseUrl)
  const browser = await openBrowser()
  try {
    const filled = await fillScene(scene, browser)
    const server = await startConsole(scene, 'ana')
    await mkdir(folder ?? DOCUMENTATION, { recursive: true })
    for (const shot of shotsOf(filled)) await draw(browser, server.url, shot, folder)
    await server.stop()
  } finally {
    await browser.close()
    await scene.close()
    await stack.stop()
    await rm(home, { recursive: true, force: true })
  }
}

await main(process.argv[2])
