import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type CountersignClient, createClient, readEnvironment } from '@countersign/client'
import type { Stoppable } from '../../apps/cli/src/demo/shutdown.ts'
import { startServices } from '../../apps/cli/src/demo/start-services.ts'
import { createStepClock } from '../../apps/cli/src/demo/time-steps.ts'
import { openBrowser } from '../../apps/console/e2e/browser.ts'
import type { Page } from './desk/page.ts'
import { planItem, TASKS, type Task } from './desk/plan-item.ts'
import { shownReview, type Timed, timeItem } from './desk/time-item.ts'
import { type Goal, report } from './report.ts'
import { spreadOf } from './spread.ts'
import { until } from './until.ts'

// bench:desk: a reviewer's stopwatch over the sample documents, read by a real worker and decided in a real browser. Starts what it needs.
const SAMPLES = fileURLToPath(new URL('../../examples/documents', import.meta.url))
/** Key strokes beside the typed text. */
const GOALS: Record<Task, number> = { 'no change': 2, 'one wrong field': 6, 'a rejected item': 8 }
const OF_EACH = 5
/** Some more than are timed: an item may be good for one task only. */
const WANTED = TASKS.length * OF_EACH + 5
const MOST_ROUNDS = 12

const settled = (client: CountersignClient): Promise<unknown> =>
  until('every document read', 300, async () => (await client.health()).runs.running === 0)

/** Takes the samples in, again and again, until enough of them wait for a person. */
async function ingestSamples(client: CountersignClient): Promise<void> {
  const names = (await readdir(SAMPLES)).filter((name) => !name.endsWith('.json'))
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    for (const name of names) await client.ingest({ path: path.join(SAMPLES, name), again: round > 0 })
    await settled(client)
    if (((await client.countReviews()).byKind.extraction ?? 0) >= WANTED) return
  }
}

/** Decides what waits, one item after the other, each with the task that was timed least. */
async function decideAll(client: CountersignClient, page: Page, url: string): Promise<Timed[]> {
  const timed: Timed[] = []
  const countOf = (task: Task) => timed.filter((one) => one.task === task).length
  const first = (await client.listReviews({ status: 'open', kind: 'extraction', limit: 1 })).items[0]
  if (!first) throw new Error('No sample opened a review: is the extraction of the samples still doubtful?')
  await page.goto(`${url}/reviews/${first.id}?kind=extraction`)
  await page.locator('html[data-keys]').waitFor({ state: 'attached' })
  for (;;) {
    const id = await shownReview(page)
    if (id === null) return timed
    const plan = planItem(await client.getReview(id))
    const open = plan.tasks.filter((task) => countOf(task) < OF_EACH).sort((a, b) => countOf(a) - countOf(b))
    const task = open[0]
    if (TASKS.every((one) => countOf(one) >= OF_EACH)) return timed
    timed.push(await timeItem(page, task ?? 'a rejected item', plan))
  }
}

function goalsOf(timed: Timed[]): Goal[] {
  return TASKS.map((task) => {
    const items = timed.filter((one) => one.task === task)
    if (items.length === 0) return { name: task, measured: 'no sample was good for it', goal: `${GOALS[task]} key strokes`, ok: false }
    const most = Math.max(...items.map(({ strokes }) => strokes))
    const typed = spreadOf(items.map((one) => one.typed)).median
    const seconds = spreadOf(items.map((one) => one.seconds))
    const measured = `${most} key strokes and ${typed} typed, ${seconds.median.toFixed(2)} s (p95 ${seconds.p95.toFixed(2)}), ${items.length} items`
    return { name: task, measured, goal: `${GOALS[task]} key strokes`, ok: most <= GOALS[task] }
  })
}

const home = await mkdtemp(path.join(tmpdir(), 'countersign-bench-'))
process.env.COUNTERSIGN_HOME = home
const parts: Stoppable[] = []
const say = (line: string) => process.stderr.write(`${line}\n`)
let timed: Timed[] = []
try {
  const now = Date.now()
  const services = await startServices({
    clock: createStepClock(now, now),
    signal: new AbortController().signal,
    say,
    onStarted: (part) => void parts.unshift(part),
  })
  const { home: _home, ...environment } = readEnvironment(services.env)
  const client = createClient(environment)
  parts.unshift({ name: 'client', stop: () => client.close() })
  await ingestSamples(client)
  await services.consoleReady
  const browser = await openBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    timed = await decideAll(client, page, services.consoleUrl)
    // What was decided must have been sent, or the strokes were worth nothing.
    const decided = async () => (await client.listReviews({ status: 'decided', kind: 'extraction', limit: 100 })).items.length
    await until('every decision sent', 60, async () => (await decided()) >= timed.length)
  } finally {
    await browser.close()
  }
} finally {
  for (const part of parts) await part.stop()
  await rm(home, { recursive: true, force: true })
}
report('bench:desk', goalsOf(timed))
