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
  const client = options.once ? opened.as('demo') : opened
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

/** Follows the runs and says where to look, until the person has had enough. */
async function stayUp(
  client: CountersignClient,
  files: readonly TrackedFile[],
  { consoleUrl, consoleReady }: Services,
  { tools, onMove }: { tools: DemoTools; onMove: (file: TrackedFile) => void },
): Promise<ExitCode> {
  const { screen, colors, signal } = tools
  const invite = async () => {
    await consoleReady
    const { open } = await client.countReviews()
    screen.say('')
    screen.say(
      `  ${colors.bold('Console')}  ${colors.cyan(consoleUrl)}  ${open === 0 ? 'nothing waits' : `${open} ${open === 1 ? 'review waits' : 'reviews wait'}`}`,
    )
    for (const review of (await client.listReviews({ limit: 5 })).items)
      screen.say(`    ${colors.cyan(`${consoleUrl}/reviews/${review.id}`)}  ${review.title}`)
    screen.say(colors.dim('  Ctrl-C stops everything; runs are kept and go on the next time.'))
    screen.say('')
  }
  let invited: Promise<void> | undefined
  await followFiles(client, files, {
    signal,
    untilEnded: false,
    elapsed: tools.clock.elapsed,
    onMove,
    async afterEach() {
      // Once nothing moves by itself, the person is next.
      if (files.every((file) => outcomeOf(file).kind !== 'running')) invited ??= invite()
      await invited
    },
  })
  return EXIT_CODES.ok
}

/** A signal that aborts when it was not renewed for so long. */
function createPatience(milliseconds: number): { signal: AbortSignal; renew(): void; end(): void } {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), milliseconds)
  return { signal: controller.signal, renew: () => void timer.refresh(), end: () => clearTimeout(timer) }
}
