import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundlePrograms } from '../../bundle-worker.mjs'
import { until } from './until.ts'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const sourceOf = (file: string) => fileURLToPath(new URL(file, import.meta.url))

export interface CrashWorker {
  lines: string[]
  /** What it wrote to its standard error, for a test that fails. */
  errors: string[]
  /** Gives it an order: where to work and when to die, as its file reads it. */
  go(order: object): Promise<void>
  kill(signal: NodeJS.Signals): void
  untilTold(line: string): Promise<void>
  /** Kills it where nothing depends on the moment. */
  stop(): Promise<void>
  /** Waits for its end and tells the signal that ended it. */
  ended(): Promise<NodeJS.Signals | null>
}

/** A program that is spawned many times. */
export interface CrashProgram {
  spawn(): CrashWorker
  remove(): Promise<void>
}

/** Builds a program of this folder once: it then loads in a second, where a TypeScript loader takes three, each time it is spawned. */
export async function buildCrashWorker(name: 'crash-worker' | 'batch-crash-worker'): Promise<CrashProgram> {
  const parent = path.join(ROOT, '.countersign')
  await mkdir(parent, { recursive: true })
  const folder = await mkdtemp(path.join(parent, `${name}-`))
  await bundlePrograms({ [name]: sourceOf(`${name}.ts`) }, folder)
  return {
    spawn: () => spawnProgram([path.join(folder, `${name}.mjs`)]),
    remove: () => rm(folder, { recursive: true }),
  }
}

/** What is wrong with a process. */
export interface Unwell {
  /** Its clock is so many milliseconds ahead, or behind. */
  shiftMs?: number
  heapMegabytes?: number
}

/** Spawns a worker process, of a file of this folder, that loads, then waits for its order. */
export function spawnCrashWorker(
  name: 'ingest-crash-worker.ts' | 'fault-worker.ts',
  { shiftMs = 0, heapMegabytes }: Unwell = {},
): CrashWorker {
  const clock = shiftMs === 0 ? [] : ['--import', sourceOf('shift-clock.mjs')]
  const heap = heapMegabytes === undefined ? [] : [`--max-old-space-size=${heapMegabytes}`]
  return spawnProgram([...heap, ...clock, '--import', 'tsx', sourceOf(name)], { SHIFT_MS: String(shiftMs) })
}

function spawnProgram(program: string[], settings: Record<string, string> = {}): CrashWorker {
  const child = spawn(process.execPath, program, { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, ...settings } })
  const lines = collect(child, 'stdout')
  const errors = collect(child, 'stderr')
  const end = new Promise<NodeJS.Signals | null>((resolve) => child.once('exit', (_, signal) => resolve(signal)))
  const untilTold = async (line: string) => {
    await until(
      `a worker tells “${line}”`,
      async () => {
        if (child.exitCode !== null) throw new Error(`the worker ended with ${child.exitCode}: ${errors.join('\n')}`)
        return lines.includes(line)
      },
      180_000,
    )
  }
  return {
    lines,
    errors,
    untilTold,
    go: async (order) => {
      await untilTold('loaded')
      child.stdin.write(`${JSON.stringify(order)}\n`)
    },
    kill: (signal) => void child.kill(signal),
    stop: async () => {
      child.kill('SIGKILL')
      await end
    },
    ended: () => end,
  }
}

function collect(child: ChildProcess, stream: 'stdout' | 'stderr'): string[] {
  const lines: string[] = []
  let rest = ''
  child[stream]?.setEncoding('utf8').on('data', (text: string) => {
    const parts = `${rest}${text}`.split('\n')
    rest = parts.pop() ?? ''
    lines.push(...parts)
  })
  return lines
}
