import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type CountersignClient, CountersignError, createClient, type RunDetail, readEnvironment } from '@countersign/client'
import { fetchModels, startStack } from '@countersign/infra/local'
import { buildPart, PARTS } from '../../../apps/cli/src/demo/build-part.ts'
import { ROOT } from '../../../apps/cli/src/demo/project-root.ts'
import { migrateDatabase, startWorker } from '../../../apps/cli/src/demo/start-services.ts'
import { memoryOfTree, type ProcessMemory } from '../../../bench/src/step/measure-memory.ts'

/** How a file ended: as a state of the product, and whether that is honest. */
export interface FileOutcome {
  file: string
  outcome: 'done' | 'partial' | 'waiting' | 'parked' | 'refused' | 'hung' | 'silent'
  /** Why, as a person is told; empty where it went through. */
  message: string
  /** From the door to the end. */
  seconds: number
  /** Most memory of the worker and all its processes together while this file was read, in MB. */
  megabytes: number
  /** What it was made of. */
  processes: ProcessMemory[]
}

export interface OddResult {
  outcomes: FileOutcome[]
  /** How often the worker died and was started again. */
  restarts: number
}

const LONGEST = 240
const POLL_MS = 200
const SAMPLE_MS = 250
const ENDED = new Set(['done', 'waiting', 'parked', 'aborted', 'cancelled'])

/** Takes one file in after the other through a stack of its own, with the worker that production runs, and watches how each one ends. */
export async function runFiles(
  files: readonly string[],
  say: (line: string) => void,
  onOutcome: (outcome: FileOutcome) => void,
): Promise<OddResult> {
  const home = await mkdtemp(path.join(tmpdir(), 'countersign-eval-'))
  const signal = new AbortController().signal
  const logs = path.join(home, 'logs')
  await buildPart(ROOT, PARTS.worker, signal)
  await fetchModels({ log: say })
  const stack = await startStack({ home, useExternal: false, temporalUi: false, durable: false, removeHomeWithOwner: true })
  const env = {
    ...process.env,
    COUNTERSIGN_HOME: home,
    DATABASE_URL: stack.databaseUrl,
    TEMPORAL_ADDRESS: stack.temporalAddress,
    NODE_ENV: 'production',
  }
  let restarts = 0
  try {
    await migrateDatabase(env, signal)
    const onRestart = (line: string) => {
      restarts += 1
      say(line)
    }
    const worker = startWorker({ env, logs, onRestart })
    const { home: _home, ...environment } = readEnvironment(env)
    const client = createClient(environment)
    let peak: ProcessMemory[] = []
    const sampler = setInterval(() => {
      const pid = worker.pid()
      if (pid === undefined) return
      const now = memoryOfTree([pid])
      if (totalOf(now) > totalOf(peak)) peak = now
    }, SAMPLE_MS)
    try {
      await worker.ready
      const outcomes: FileOutcome[] = []
      for (const file of files) {
        peak = []
        const ended = await takeIn(client, file)
        const outcome = { ...ended, megabytes: totalOf(peak), processes: peak.map(rounded) }
        outcomes.push(outcome)
        onOutcome(outcome)
      }
      return { outcomes, restarts }
    } finally {
      clearInterval(sampler)
      await client.close()
      await worker.stop()
    }
  } finally {
    await stack.stop()
    await rm(home, { recursive: true, force: true })
  }
}

const rounded = ({ name, megabytes }: ProcessMemory): ProcessMemory => ({ name, megabytes: Math.round(megabytes) })
const totalOf = (processes: readonly ProcessMemory[]): number => Math.round(processes.reduce((sum, { megabytes }) => sum + megabytes, 0))

type Ended = Omit<FileOutcome, 'megabytes' | 'processes'>

async function takeIn(client: CountersignClient, file: string): Promise<Ended> {
  const began = Date.now()
  const name = `${path.basename(path.dirname(file))}/${path.basename(file)}`
  const end = (outcome: FileOutcome['outcome'], message: string): Ended => ({
    file: name,
    outcome,
    message,
    seconds: (Date.now() - began) / 1000,
  })
  try {
    // Bytes, not a path: two folders may hold the same file, which is then a document once.
    const { run } = await client.ingest({ name: path.basename(file), bytes: await readFile(file) })
    for (;;) {
      const detail = await client.getRun(run)
      if (ENDED.has(detail.status)) return end(...(await judge(client, detail)))
      if (Date.now() - began > LONGEST * 1000) return end('hung', `still at ${detail.next.join(', ')} after ${LONGEST} s`)
      await delay(POLL_MS)
    }
  } catch (error) {
    if (!(error instanceof CountersignError) || error.code === 'internal') throw error
    return end('refused', `${error.code}: ${error.message}`)
  }
}

/** A run that ended well must have left something to search in; one that is parked must say why. */
async function judge(client: CountersignClient, run: RunDetail): Promise<[FileOutcome['outcome'], string]> {
  if (run.status === 'parked') return ['parked', `${run.error?.code}: ${run.error?.message}`]
  const [review] = run.reviews
  if (run.status === 'waiting') return ['waiting', review === undefined ? '' : `${review.title} (${review.reason})`]
  const document = run.document === null ? null : await client.getDocument(run.document)
  if ((document?.chunks ?? 0) === 0) return ['silent', 'done, and nothing can be found in it']
  return run.partial === null ? ['done', ''] : ['partial', run.partial]
}
