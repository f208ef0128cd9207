import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const outdir = fileURLToPath(new URL('../../dist', import.meta.url))
const shiftClock = fileURLToPath(new URL('../../../apps/worker/src/testing/shift-clock.mjs', import.meta.url))

/** A worker process: `ready` once it takes work. */
export interface DrillWorker {
  process: ChildProcess
  ready: Promise<void>
}

/** Worker processes: so many that work, and some that have loaded and wait to take the place of one that dies. */
export interface WorkerPool {
  working: DrillWorker[]
  /** Ends that nobody ordered, such as of a process without memory. */
  died: number
  kill(worker: DrillWorker): Promise<void>
  /** Brings in one more. */
  add(): DrillWorker
  /** Ends all and starts anew, `size` of them, with a clock that is wrong by so many milliseconds. */
  restart(size: number, shiftMs?: number[]): Promise<void>
  close(): Promise<void>
}

export async function buildDrillWorker(): Promise<void> {
  const { bundleWorker } = await import('@countersign/worker/bundle-worker')
  await bundleWorker({ 'drill-worker': fileURLToPath(new URL('drill-worker.ts', import.meta.url)) }, outdir)
}

const HEAP_MEGABYTES = 220
const SPARE = 2

/** `args`: what the worker's program is given. A worker that dies by itself is replaced at once. */
export function openWorkerPool(args: string[]): WorkerPool {
  const spare: ChildProcess[] = []
  let closing = false
  const load = (shiftMs = 0): ChildProcess => {
    const flags = [`--max-old-space-size=${HEAP_MEGABYTES}`, ...(shiftMs === 0 ? [] : ['--import', shiftClock])]
    const env = { ...process.env, SHIFT_MS: String(shiftMs), NODE_NO_WARNINGS: '1' }
    const child = spawn(process.execPath, [...flags, `${outdir}/drill-worker.mjs`, ...args], { stdio: ['pipe', 'pipe', 'ignore'], env })
    child.stdin?.on('error', () => undefined)
    return child
  }
  const begin = (child: ChildProcess): DrillWorker => {
    const lines = createInterface({ input: child.stdout ?? process.stdin })
    const worker: DrillWorker = {
      process: child,
      ready: new Promise((resolve) => lines.on('line', (line) => line === 'ready' && resolve())),
    }
    child.stdin?.write('go\n')
    pool.working.push(worker)
    child.once('exit', () => {
      const at = pool.working.indexOf(worker)
      if (at < 0) return
      pool.working.splice(at, 1)
      if (closing) return
      pool.died += 1
      pool.add()
    })
    return worker
  }
  const end = async (child: ChildProcess) => {
    const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
    child.kill('SIGKILL')
    await ended
  }
  const pool: WorkerPool = {
    working: [],
    died: 0,
    add: () => {
      const worker = begin(spare.shift() ?? load())
      while (spare.length < SPARE) spare.push(load())
      return worker
    },
    kill: async (worker) => {
      pool.working.splice(pool.working.indexOf(worker), 1)
      await end(worker.process)
    },
    restart: async (size, shiftMs = []) => {
      await Promise.all([...pool.working].map(pool.kill))
      const begun = Array.from({ length: size }, (_, at) => (shiftMs[at] ? begin(load(shiftMs[at])) : pool.add()))
      await Promise.all(begun.map(({ ready }) => ready))
    },
    close: async () => {
      closing = true
      const all = [...pool.working.map((worker) => worker.process), ...spare]
      pool.working = []
      await Promise.all(all.map(end))
    },
  }
  return pool
}
