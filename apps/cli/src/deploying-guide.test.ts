import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type CountersignClient, diagnose, type GraphDescription, type RunSummary } from '@countersign/client'
import { createNodeHttpClient } from '@countersign/client/http/node'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { describeGraph, type GraphDefinition } from '../../../activities/src/engine/index.ts'
import { createBatchActivities } from '../../../activities/src/index.ts'
import { type Scene, setScene } from '../../../client/test/scene.ts'
import { type ServedApi, serveApi } from '../../../client/test/serve-api.ts'
import { createTestNamespace, type TestNamespace } from '../../../client/test/temporal.ts'
import { type RunningWorker, startWorker } from '../../worker/src/start-worker.ts'
import { ROOT } from './demo/project-root.ts'
import { type GuideStep, readGuide, withoutChance } from './testing/read-guide.ts'
import { typeLine } from './testing/type-line.ts'

const steps = readGuide(readFileSync(path.join(ROOT, 'docs/deploying.md'), 'utf8'))
const moduleSchema = z.object({ refund: z.custom<GraphDefinition>((value) => typeof value === 'object') })
/** What waits when the guide begins, and one that was small enough to be paid at once. */
const REFUNDS = { 'A-1': 120, 'A-2': 45.5, 'A-3': 80, 'A-4': 99, 'A-5': 12 }

let scene: Scene
let temporal: TestNamespace
let ada: CountersignClient
/** The same doors over HTTP, with a token. */
let api: ServedApi
let remote: CountersignClient
let folder: string
let worker: RunningWorker | null = null
/** What the code of the project would register now, the run that `$RUN` stands for, and how the next command ends. */
let project: GraphDescription[] = []
let $RUN = ''
let exit = 0

beforeAll(async () => {
  ;[scene, temporal] = await Promise.all([setScene(), createTestNamespace()])
  ada = scene.client({ temporalAddress: temporal.address, temporalNamespace: temporal.namespace })
  api = await serveApi(ada)
  remote = createNodeHttpClient({ url: api.url, token: 'ada', maxBytes: 1_000_000 })
  await mkdir(path.join(ROOT, '.countersign'), { recursive: true })
  folder = await mkdtemp(path.join(ROOT, '.countersign/guide-'))
  for (const step of steps) if (step.kind === 'code') await writeFile(path.join(folder, step.file), step.text)
})
afterAll(async () => {
  await remote.close()
  await api.close()
  await worker?.stop()
  await temporal.close()
  await scene.close()
  await rm(folder, { recursive: true })
})

/** The graphs of the guide's own code: `refund-1, refund-2 without migrate`. */
async function load(names: string): Promise<GraphDefinition[]> {
  return await Promise.all(
    names.split(', ').map(async (named) => {
      const [name, without] = named.split(' without ')
      const { refund } = moduleSchema.parse(await import(path.join(folder, `${name}.ts`)))
      return without === undefined ? refund : { ...refund, [without]: undefined }
    }),
  )
}

async function deploy(names: string): Promise<void> {
  const isFirst = worker === null
  await worker?.stop()
  worker = await startWorker({
    databaseUrl: scene.url,
    temporalAddress: temporal.address,
    temporalNamespace: temporal.namespace,
    graphs: await load(names),
    activities: createBatchActivities({ db: scene.database.db, decide: (actor, input) => ada.as(actor).decide(input) }),
    log: pino({ level: 'silent' }),
  })
  if (!isFirst) return
  for (const [order, euros] of Object.entries(REFUNDS)) await ada.startRun({ graph: 'refund', input: { order, euros }, title: order })
  for (const [order, euros] of Object.entries(REFUNDS)) await reach(order, euros < 20 ? 'done' : 'waiting')
}

async function runOf(title: string): Promise<RunSummary> {
  const { items } = await ada.listRuns({ text: title })
  const [oldest] = items.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
  if (oldest === undefined) throw new Error(`There is no run ${title}.`)
  return oldest
}

const reach = (title: string, status: string) =>
  expect.poll(async () => (await runOf(title)).status, { interval: 50, timeout: 40_000 }).toBe(status)

/** What a comment of the guide says to whoever executes it. */
const NOTES: [RegExp, (...args: string[]) => Promise<void>][] = [
  [/^deployed: (.+)$/, deploy],
  [
    /^project: ([^;]+)(?:; exit code (\d+))?$/,
    async (names, code) => {
      project = (await load(names)).map(describeGraph)
      exit = Number(code ?? 0)
    },
  ],
  [
    /^\$RUN: (\S+)$/,
    async (title) => {
      $RUN = (await runOf(title)).id
    },
  ],
  [
    /^\$RUN is (\w+) on refund@(\d+)$/,
    async (status, version) => {
      const state = async () => {
        const run = await ada.getRun($RUN)
        return [run.status, run.version]
      }
      await expect.poll(state, { interval: 50, timeout: 40_000 }).toEqual([status, version])
    },
  ],
]

async function follow(note: string): Promise<void> {
  for (const [pattern, act] of NOTES) {
    const match = pattern.exec(note)
    if (match) return await act(...match.slice(1))
  }
  throw new Error(`Nobody knows what this means: ${note}`)
}

/** Commands that only look say the same whichever way they come. */
const LOOKS = /^countersign (graph (versions|check)|runs (list|show|history|lineage)|incidents list)/

async function type(step: Extract<GuideStep, { kind: 'commands' }>): Promise<void> {
  let out = ''
  for (const line of step.lines) {
    const said = await typeAs(remote, line)
    if (LOOKS.test(line)) expect(await typeAs(ada, line)).toBe(said)
    out += `${said}\n`
  }
  exit = 0
  const seen = out.split('\n').map((each) => each.trim())
  for (const line of step.output ?? []) expect(seen).toContain(withoutChance(line))
}

async function typeAs(client: CountersignClient, line: string): Promise<string> {
  expect(line).toMatch(/^countersign /)
  const words = line.slice('countersign '.length).replaceAll('$RUN', $RUN).replaceAll('graphs.json', path.join(folder, 'graphs.json'))
  const { code, err, out } = await typeLine(words, { client, graphs: project, diagnose: look })
  expect({ line, code, err }).toEqual({ line, code: exit, err: expect.not.stringContaining('error:') })
  return withoutChance(out)
}

const look = () =>
  diagnose({
    environment: {
      databaseUrl: scene.url,
      temporalAddress: temporal.address,
      temporalNamespace: temporal.namespace,
      tenant: 'acme',
      user: 'ada',
      blobs: path.join(folder, 'blobs'),
      home: folder,
      maxBytes: 1_000_000,
      audit: { key: null, folder },
      secret: null,
    },
  })

describe('the guide “Deploying a new version while people are deciding”', () => {
  for (const [at, step] of steps.entries()) {
    if (step.kind === 'note') test(`${at}: ${step.text}`, () => follow(step.text), 60_000)
    if (step.kind === 'commands') test(`${at}: ${step.heading}: ${step.lines[0]}`, () => type(step), 60_000)
  }
})
