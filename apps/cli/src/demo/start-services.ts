import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { fetchModels, freePort, type Stack, startStack } from '@countersign/infra/local'
import { buildPart, PARTS } from './build-part.ts'
import { ROOT } from './project-root.ts'
import { runToEnd } from './run-to-end.ts'
import type { Stoppable } from './shutdown.ts'
import { type SupervisedProcess, superviseProcess } from './supervise-process.ts'
import type { StepClock } from './time-steps.ts'

/** What the demo runs on. The worker is up when this is answered; the console may still be on its way. */
export interface Services {
  /** The environment with the addresses of this stack, for whoever connects to it. */
  env: NodeJS.ProcessEnv
  consoleUrl: string
  consoleReady: Promise<void>
}

export interface ServiceOptions {
  clock: StepClock
  signal: AbortSignal
  say(line: string): void
  /** Told of each part as soon as it runs, so that it can be stopped even when a later one fails. */
  onStarted(part: Stoppable): void
}

const CONSOLE_PORT = 3000
const WORKER_START_MS = 90_000
const CONSOLE_START_MS = 60_000

/**
 * Starts Postgres and Temporal, the worker and the console, as production builds; what can go side by side does.
 * Answers as soon as documents can be taken in. Throws what the first part that failed has to say.
 */
export async function startServices(options: ServiceOptions): Promise<Services> {
  const { clock, signal, say, onStarted } = options
  const workerBuilt = clock.step('build the worker', () => buildPart(ROOT, PARTS.worker, signal))
  // After the worker's: two builds at once on two cores would keep the documents waiting for both.
  const consoleBuilt = workerBuilt.then(() => clock.step('build the console', () => buildPart(ROOT, PARTS.console, signal)))
  for (const built of [workerBuilt, consoleBuilt]) built.catch(() => undefined)
  // Even when a build fails: servers that are on their way up must be known before they can be stopped.
  const models = clock.step('fetch the models', () => fetchModels({ log: say }))
  models.catch(() => undefined)
  const stack = await clock.step('start Postgres and Temporal', () => startStack({ log: say }))
  onStarted({ name: 'servers', stop: () => stack.stop() })
  const env = environmentOf(stack)
  await Promise.all([models, workerBuilt.then(() => clock.step('migrate the database', () => migrateDatabase(env, signal)))])
  const logs = path.join(stack.home, 'logs')
  await mkdir(logs, { recursive: true })
  const port = await freePort(CONSOLE_PORT)
  const plan = { env, logs, onRestart: say }
  const begin = (name: string, start: () => SupervisedProcess) =>
    clock.step(`start the ${name}`, async () => {
      signal.throwIfAborted()
      const started = start()
      onStarted(started)
      await started.ready
    })
  const consoleReady = consoleBuilt
    .then(() => begin('console', () => startConsole(plan, port)))
    // Last, because nothing here waits for it: from now on `npx countersign` starts fast.
    .then(() => clock.step('build the command', () => buildPart(ROOT, PARTS.command, signal)))
    .then(() => undefined)
  consoleReady.catch(() => undefined)
  await begin('worker', () => startWorker(plan))
  return { env, consoleUrl: `http://127.0.0.1:${port}`, consoleReady }
}

interface Plan {
  env: NodeJS.ProcessEnv
  logs: string
  onRestart(line: string): void
}

/** Brings the database of `env` to the present schema, with the built worker. Safe to repeat. */
export function migrateDatabase(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<void> {
  const cwd = path.join(ROOT, PARTS.worker.workspace)
  return runToEnd('The migration of the database', [process.execPath, 'dist/migrate.mjs'], { cwd, env, signal })
}

/** Starts the built worker on what `env` points to, and keeps it running. */
export function startWorker({ env, logs, onRestart }: Plan): SupervisedProcess {
  return superviseProcess({
    name: 'worker',
    // A small nursery: most of what a node allocates lives as long as the node.
    args: ['--max-semi-space-size=4', '--heap-growing-percent=30', '--enable-source-maps', 'dist/main.mjs'],
    cwd: path.join(ROOT, PARTS.worker.workspace),
    // It is ready when it says so, so it must not be silent.
    env: { ...env, COUNTERSIGN_LOG: 'info' },
    logPath: path.join(logs, 'worker.log'),
    isReady: (output) => output.includes('worker ready'),
    startTimeout: WORKER_START_MS,
    onRestart,
  })
}

/** Starts the console on a port and keeps it running. */
function startConsole({ env, logs, onRestart }: Plan, port: number): SupervisedProcess {
  return superviseProcess({
    name: 'console',
    args: [path.join(ROOT, 'node_modules/next/dist/bin/next'), 'start', '-H', '127.0.0.1', '-p', String(port)],
    cwd: path.join(ROOT, PARTS.console.workspace),
    // The demo is one person's, on this machine.
    env: { ...env, COUNTERSIGN_SIGN_IN: 'environment' },
    logPath: path.join(logs, 'console.log'),
    // Its own word first: another server could have taken the port and answer in its place.
    isReady: async (output) => output.includes('Ready in') && (await answers(`http://127.0.0.1:${port}/api/health`)),
    startTimeout: CONSOLE_START_MS,
    onRestart,
  })
}

async function answers(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
  return response?.ok === true
}

function environmentOf(stack: Stack): NodeJS.ProcessEnv {
  return {
    ...process.env,
    COUNTERSIGN_HOME: stack.home,
    DATABASE_URL: stack.databaseUrl,
    TEMPORAL_ADDRESS: stack.temporalAddress,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
  }
}
