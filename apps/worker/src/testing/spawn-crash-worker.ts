import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { until } from './until.ts'

export interface CrashOrder {
  databaseUrl: string
  address: string
  taskQueue: string
  /** The workflow bundle, a file. */
  codePath: string
  /** Where to die: a run's node and one of the points that the worker tells; null to live. */
  die: { run: string; node: string; point: string } | null
}

export interface CrashWorker {
  lines: string[]
  /** What it wrote to its standard error, for a test that fails. */
  errors: string[]
  go(order: CrashOrder): Promise<void>
  kill(signal: NodeJS.Signals): void
  untilTold(line: string): Promise<void>
  /** Kills it where nothing depends on the moment. */
  stop(): Promise<void>
  /** Waits for its end and tells the signal that ended it. */
  ended(): Promise<NodeJS.Signals | null>
}

/** Spawns a worker process that loads, then waits for its order. */
export function spawnCrashWorker(): CrashWorker {
  const file = fileURLToPath(new URL('crash-worker.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', file], { stdio: ['pipe', 'pipe', 'pipe'] })
  const lines = collect(child, 'stdout')
  const errors = collect(child, 'stderr')
  const end = new Promise<NodeJS.Signals | null>((resolve) => child.once('exit', (_, signal) => resolve(signal)))
  const untilTold = async (line: string) => {
    await until(`a worker tells “${line}”`, async () => lines.includes(line), 60_000)
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
