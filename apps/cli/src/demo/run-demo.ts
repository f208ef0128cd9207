import path from 'node:path'
import type { CountersignClient } from '@countersign/client'
import { EXIT_CODES, type ExitCode } from '../exit-codes.ts'
import type { Colors } from '../output/printer.ts'
import { askQuestions, readQuestions } from './ask-questions.ts'
import { decideWaiting } from './decide-waiting.ts'
import { type Drawing, drawFile, drawFiles } from './draw-files.ts'
import { followFiles } from './follow-files.ts'
import { ingestFiles, listFiles, QUESTIONS, trackFile } from './ingest-files.ts'
import { outcomeOf, type TrackedFile } from './outcome.ts'
import { ROOT } from './project-root.ts'
import { reportOnce } from './report-once.ts'
import type { Screen } from './screen.ts'
import type { Stoppable } from './shutdown.ts'
import { type Services, startServices } from './start-services.ts'
import type { StepClock } from './time-steps.ts'

export interface DemoOptions {
  once: boolean
  /** As typed; empty for the samples. */
  files: readonly string[]
  /** The folder that `files` are relative to. */
  from: string
}

export interface DemoTools {
  screen: Screen
  colors: Colors
  width: number
  clock: StepClock
  signal: AbortSignal
  connect(env: NodeJS.ProcessEnv): Promise<CountersignClient>
  onStarted(part: Stoppable): void
}

/** Nothing has moved for so long: the unattended demo gives up and says what is missing. */
const STUCK_AFTER_MS = 120_000
const REDRAW_MS = 250

/**
 * The whole demo, except for stopping what it started. Unattended (`once`) it answers when every file has ended and every
 * question was asked; else it stays until `signal` aborts.
 */
export async function runDemo(options: DemoOptions, tools: DemoTools): Promise<ExitCode> {
  const { screen, clock } = tools
  const files = (await listFiles(ROOT, options.files, options.from)).map(trackFile)
  const services = await startServices({ clock, signal: tools.signal, say: screen.say, onStarted: tools.onStarted })
  const opened = await tools.connect(services.env)
  tools.onStarted({ name: 'client', stop: () => opened.close() })
  const client = options.once ? opened.as({ tenant: opened.tenant, user: 'demo', roles: ['admin'] }) : opened
  const graph = (await client.listGraphs()).filter(({ name }) => name === 'ingest').at(-1)
  const drawing = (): Drawing => ({ colors: tools.colors, width: tools.width, rows: screen.rows, elapsed: clock.elapsed(), graph })
  const redraw = setInterval(() => screen.draw(drawFiles(files, drawing())), REDRAW_MS)
  const onMove = (file: TrackedFile) => {
    if (!screen.live) screen.say(`${`${clock.elapsed().toFixed(1)} s`.padStart(8)}  ${drawFile(file, drawing())}`)
  }
  try {
    await clock.step('take the files in', () => ingestFiles(client, files, clock.elapsed, onMove))
    return options.once
      ? await finishOnce(client, files, services, { options, tools, onMove, draw: () => screen.draw(drawFiles(files, drawing())) })
      : await stayUp(client, files, services, { tools, onMove })
  } finally {
    clearInterval(redraw)
    screen.freeze()
  }
}

/** Decides what waits, waits for the rest, asks the questions and prints what came of it. */
async function finishOnce(
  client: CountersignClient,
  files: readonly TrackedFile[],
  services: Services,
  { options, tools, onMove, draw }: { options: DemoOptions; tools: DemoTools; onMove: (file: TrackedFile) => void; draw: () => void },
): Promise<ExitCode> {
  const { screen, clock, signal } = tools
  const tried = new Set<string>()
  const patience = createPatience(STUCK_AFTER_MS)
  const decideOpen = async () => {
    for (const { file, line } of await decideWaiting(client, files, tried)) screen.say(`          ${file.name}: ${line}`)
  }
  await clock.step('every file to its end', () =>
    followFiles(client, files, {
      signal: AbortSignal.any([signal, patience.signal]),
      untilEnded: true,
      elapsed: clock.elapsed,
      onMove: (file) => {
        patience.renew()
        onMove(file)
      },
      afterEach: decideOpen,
    }),
  )
  patience.end()
  signal.throwIfAborted()
  draw()
  const questions = await readQuestions(path.join(ROOT, QUESTIONS))
  const answers = await clock.step('ask about each document', () => askQuestions(client, questions, files))
  await services.consoleReady
  screen.freeze()
  const report = reportOnce(files, answers, {
    colors: tools.colors,
    samples: options.files.length === 0,
    seconds: clock.elapsed(),
  })
  for (const line of report.lines) screen.say(line)
  return report.missing.length === 0 ? EXIT_CODES.ok : EXIT_CODES.unfinished
}

/** Follows the runs and says where to look, until the person has had enough. Fails when the console does. */
async function stayUp(
  client: CountersignClient,
  files: readonly TrackedFile[],
  { consoleUrl, consoleReady }: Services,
  { tools, onMove }: { tools: DemoTools; onMove: (file: TrackedFile) => void },
): Promise<ExitCode> {
  const failed = new AbortController()
  const signal = AbortSignal.any([tools.signal, failed.signal])
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  const quiet = createLatch()
  const inviting = Promise.all([consoleReady, quiet.opened]).then(() => invite(client, consoleUrl, tools))
  inviting.catch(() => failed.abort())
  await followFiles(client, files, {
    signal,
    untilEnded: false,
    elapsed: tools.clock.elapsed,
    onMove,
    async afterEach() {
      // Once nothing moves by itself, the person is next.
      if (files.every((file) => outcomeOf(file).kind !== 'running')) quiet.open()
    },
  })
  // With every file refused there was nothing to follow.
  quiet.open()
  await stopped
  if (failed.signal.aborted) await inviting
  return EXIT_CODES.ok
}

const REVIEWS_NAMED = 5

async function invite(client: CountersignClient, consoleUrl: string, { screen, colors }: DemoTools): Promise<void> {
  const { open } = await client.countReviews()
  const waiting = open === 0 ? 'nothing waits' : open === 1 ? '1 review waits' : `${open} reviews wait`
  const { items } = await client.listReviews({ status: 'open', limit: REVIEWS_NAMED })
  const lines = [
    '',
    `  ${colors.bold('Console')}  ${colors.cyan(consoleUrl)}  ${waiting}`,
    ...items.map(({ id, title }) => `    ${colors.cyan(`${consoleUrl}/reviews/${id}`)}  ${title}`),
    ...(open > items.length ? [`    … and ${open - items.length} more`] : []),
    colors.dim('  Ctrl-C stops everything; runs are kept and go on the next time.'),
    '',
  ]
  for (const line of lines) screen.say(line)
}

/** A promise that is fulfilled by hand. */
function createLatch(): { opened: Promise<void>; open(): void } {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}

/** A signal that aborts when it was not renewed for so long. */
function createPatience(milliseconds: number): { signal: AbortSignal; renew(): void; end(): void } {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), milliseconds)
  return { signal: controller.signal, renew: () => void timer.refresh(), end: () => clearTimeout(timer) }
}
