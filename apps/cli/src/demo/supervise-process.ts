import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'

const EXIT_WITH_PARENT = new URL('./exit-with-parent.mjs', import.meta.url).href
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 10_000
const PATIENCE_MS = 20_000
const LINES_KEPT = 12

/** A Node program to keep running. */
export interface ProcessPlan {
  name: string
  /** Arguments of Node: the script and its own arguments. */
  args: readonly string[]
  cwd: string
  env: NodeJS.ProcessEnv
  /** Everything it prints is appended here. */
  logPath: string
  /** Asked again and again until it answers true. `output` is what the process has printed since it started. */
  isReady(output: string): Promise<boolean> | boolean
  /** Milliseconds that one start may take. */
  startTimeout: number
  /** Told when it died by itself and is started again. */
  onRestart(line: string): void
}

export interface SupervisedProcess {
  readonly name: string
  /** Fulfilled when it is ready for the first time; rejected when it ends or hangs before that. */
  readonly ready: Promise<void>
  /** Process id of the present incarnation, for tests and messages; undefined between two. */
  pid(): number | undefined
  /** Asks it to end and waits; kills it when it does not. Safe to repeat. */
  stop(): Promise<void>
  /** Kills it at once. */
  kill(): void
}

/**
 * Starts a program and keeps it running: one that dies after it was ready is started again, after a pause that doubles
 * each time it dies early. It gets a session of its own, so that Ctrl-C in the terminal reaches only us, who end things in order.
 */
export function superviseProcess(plan: ProcessPlan): SupervisedProcess {
  const log = createWriteStream(plan.logPath, { flags: 'a' })
  let child: ChildProcess | undefined
  let stopping = false
  const wake = new AbortController()

  const loop = async (onReady: () => void): Promise<void> => {
    let pause = FIRST_PAUSE_MS
    for (let wasReady = false; ; ) {
      const started = Date.now()
      child = start(plan, log)
      const life = follow(plan, child, () => {
        wasReady = true
        onReady()
      })
      const end = await life
      child = undefined
      if (stopping) return
      if (!wasReady)
        throw new Error(`The ${plan.name} did not start: ${end.how}. It said:\n${end.lastLines}\nThe whole output is in ${plan.logPath}.`)
      pause = Date.now() - started > LONGEST_PAUSE_MS ? FIRST_PAUSE_MS : Math.min(pause * 2, LONGEST_PAUSE_MS)
      plan.onRestart(`The ${plan.name} ended (${end.how}); starting it again. Its output: ${plan.logPath}`)
      await sleep(pause, wake.signal)
      if (stopping) return
    }
  }

  let over: Promise<void> = Promise.resolve()
  const ready = new Promise<void>((resolve, reject) => {
    over = loop(resolve).catch(reject)
  })
  // Whoever started us may look at `ready` only later.
  ready.catch(() => undefined)

  return {
    name: plan.name,
    ready,
    pid: () => child?.pid,
    async stop() {
      stopping = true
      wake.abort()
      child?.kill('SIGTERM')
      const timer = setTimeout(() => child?.kill('SIGKILL'), PATIENCE_MS)
      await over
      clearTimeout(timer)
      log.end()
    },
    kill() {
      stopping = true
      wake.abort()
      child?.kill('SIGKILL')
    },
  }
}

function start(plan: ProcessPlan, log: WriteStream): ChildProcess {
  const child = spawn(process.execPath, ['--import', EXIT_WITH_PARENT, ...plan.args], {
    cwd: plan.cwd,
    env: plan.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  child.stdout?.pipe(log, { end: false })
  child.stderr?.pipe(log, { end: false })
  return child
}

async function follow(plan: ProcessPlan, child: ChildProcess, onReady: () => void): Promise<{ how: string; lastLines: string }> {
  let output = ''
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-64_000)
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  const ended = new AbortController()
  const end = once(child, 'close').finally(() => ended.abort())
  const hung = await becomesReady(plan, () => output, ended.signal, onReady)
  if (hung) child.kill('SIGKILL')
  const [code, signal] = await end
  const how = hung ? `not ready after ${plan.startTimeout / 1000} s` : signal === null ? `exit code ${code}` : `signal ${signal}`
  return { how, lastLines: output.trimEnd().split('\n').slice(-LINES_KEPT).join('\n') }
}

/** Polls until the process is ready (false), has ended (false) or has had its time (true). */
async function becomesReady(plan: ProcessPlan, output: () => string, ended: AbortSignal, onReady: () => void): Promise<boolean> {
  const deadline = Date.now() + plan.startTimeout
  while (!ended.aborted) {
    if (await plan.isReady(output())) {
      onReady()
      return false
    }
    if (Date.now() > deadline) return true
    await sleep(50, ended)
  }
  return false
}

/** Waits, at most until the signal aborts; never throws. */
function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    signal.addEventListener('abort', done, { once: true })
  })
}
