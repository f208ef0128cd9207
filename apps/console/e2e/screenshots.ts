import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrate } from '@countersign/db'
import type { Browser, Page } from 'playwright-core'
import { startStack } from '../../../infra/local/index.mjs'
import { openBrowser } from './browser.ts'
import { type FilledScene, fillScene } from './fill-scene.ts'
import { fillTravel, type TravelScene } from './fill-travel.ts'
import { CHOICE, QUESTION, TOOL } from './sample-requests.ts'
import { openScene, type Scene } from './scene.ts'
import { startConsole } from './start-console.ts'

/**
 * `npm run screenshots -w apps/console` draws the pictures of the documentation anew;
 * `npm run screenshots -w apps/console -- FOLDER` draws every page at the widths and in the themes it is judged at.
 */

const DOCUMENTATION = fileURLToPath(new URL('../../../docs/screenshots', import.meta.url))
const DOCUMENTED = [
  'inbox-1440-light',
  'review-1440-light',
  'review-1440-dark',
  'review-390-light',
  'review-choice-1440-light',
  'run-1440-light',
  'run-fork-1440-light',
  'compare-1440-light',
  'sign-in-1440-light',
  'audit-1440-light',
]
const SIZES = { 1440: 900, 1024: 768, 390: 844 }
const THEMES = ['light', 'dark'] as const

interface Shot {
  name: string
  path: string
  /** Seen by nobody in particular: a console that asks who one is. */
  signedOut?: boolean
  /** What is done on the page before it is drawn. */
  before?: (page: Page) => Promise<void>
}

/** A fork with a changed total, as it is asked for. */
async function askFork(page: Page): Promise<void> {
  await page.locator('html[data-keys]').waitFor({ state: 'attached' })
  await page.keyboard.press('f')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('with changes').check()
  await dialog.getByRole('button', { name: 'Change extraction' }).click()
  await dialog.getByLabel('total').fill('1989.00')
}

function shotsOf(
  { invoice, report, refund, incident }: FilledScene,
  travel: TravelScene,
  more: { choice: string; question: string; tool: string },
): Shot[] {
  const takeOtherReading = async (page: Page) => {
    await page.keyboard.press('Tab')
    await page.keyboard.press('2')
  }
  return [
    { name: 'inbox', path: '/inbox' },
    { name: 'review', path: `/reviews/${invoice.review}`, before: takeOtherReading },
    { name: 'review-text', path: `/reviews/${report.review}` },
    { name: 'review-tool-call', path: `/reviews/${refund}` },
    { name: 'review-choice', path: `/reviews/${more.choice}` },
    { name: 'review-question', path: `/reviews/${more.question}` },
    { name: 'review-tool', path: `/reviews/${more.tool}` },
    { name: 'review-keys', path: `/reviews/${invoice.review}`, before: (page) => page.keyboard.press('?') },
    { name: 'incident', path: `/reviews/${incident.review}` },
    { name: 'runs', path: '/runs' },
    { name: 'run', path: `/runs/${invoice.run}` },
    { name: 'run-cost', path: `/runs/${invoice.run}?tab=cost` },
    { name: 'run-fork', path: `/runs/${invoice.run}?checkpoint=${travel.extracted}`, before: askFork },
    { name: 'run-lineage', path: `/runs/${travel.fork}?tab=lineage` },
    { name: 'compare', path: `/runs/${invoice.run}/compare/${travel.replay}` },
    { name: 'bulk', path: `/forks/${travel.bulk}` },
    { name: 'parked', path: '/runs?status=parked&by=reason' },
    { name: 'retention', path: '/settings/retention' },
    { name: 'audit', path: '/audit' },
    { name: 'sign-in', path: '/sign-in', signedOut: true },
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

/** A review of each kind that the scene's queue has none of. */
async function moreReviews(scene: Scene): Promise<{ choice: string; question: string; tool: string }> {
  const add = async (request: Parameters<Scene['review']>[1]) =>
    await scene.review(await scene.run({ graph: 'agent', title: request.title }), request)
  return { choice: await add(CHOICE), question: await add(QUESTION), tool: await add(TOOL) }
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
    const more = await moreReviews(scene)
    const travel = await fillTravel(scene, filled)
    const [server, strange] = await Promise.all([
      startConsole(scene, 'ana'),
      startConsole(scene, 'nobody', { COUNTERSIGN_SIGN_IN: 'accounts' }),
    ])
    await mkdir(folder ?? DOCUMENTATION, { recursive: true })
    for (const shot of shotsOf(filled, travel, more)) await draw(browser, shot.signedOut ? strange.url : server.url, shot, folder)
    await Promise.all([server.stop(), strange.stop(), travel.close()])
  } finally {
    await browser.close()
    await scene.close()
    await stack.stop()
    await rm(home, { recursive: true, force: true })
  }
}

await main(process.argv[2])
