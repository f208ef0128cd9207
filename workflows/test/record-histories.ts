import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defineGraph } from '@countersign/activities/engine'
import { migrate } from '@countersign/db'
import { fetchBinaries, startStack } from '@countersign/infra/local'
import { TestWorkflowEnvironment } from '@temporalio/testing'
import { type EngineStage, openEngineStage } from '../../apps/worker/src/testing/engine-stage.ts'
import { readHistories } from '../../apps/worker/src/testing/read-histories.ts'
import { until } from '../../apps/worker/src/testing/until.ts'
import { WORKFLOWS } from '../contract/graph-run.ts'
import { CLOCK_SIGNAL, type NextStep } from '../contract/review-desk.ts'
import { writeHistory } from './history-file.ts'
import { graphs, manySteps, scenarios, steadyQuestions } from './scenarios.ts'

const HISTORIES = path.join(import.meta.dirname, 'histories')

/** Runs every scenario on real servers and keeps the histories of its executions. */
async function recordAll(): Promise<void> {
  const home = await mkdtemp(path.join(tmpdir(), 'countersign-record-'))
  const stack = await startStack({ home, need: ['postgres'], useExternal: false, removeHomeWithOwner: true })
  await migrate(stack.databaseUrl)
  const { temporal } = await fetchBinaries({ need: ['temporal'] })
  for (const file of await readdir(HISTORIES)) await rm(path.join(HISTORIES, file))
  try {
    await withStage(stack.databaseUrl, temporal ?? '', [], async (stage) => {
      for (const scenario of scenarios) await record(stage, scenario)
      await recordRetrieve(stage)
      await recordClock(stage)
      await recordBatch(stage)
    })
    // A server that suggests to continue as new long before 4,096 events, so that the files stay small.
    const early = ['--dynamic-config-value', 'limit.historyCount.suggestContinueAsNew=40']
    await withStage(stack.databaseUrl, temporal ?? '', early, async (stage) => {
      await record(stage, manySteps)
      await record(stage, steadyQuestions)
    })
  } finally {
    await stack.stop()
    await rm(home, { recursive: true, force: true })
  }
}

async function withStage(
  databaseUrl: string,
  server: string,
  extraArgs: string[],
  body: (stage: EngineStage) => Promise<void>,
): Promise<void> {
  const environment = await TestWorkflowEnvironment.createLocal({
    server: { executable: { type: 'existing-path', path: server }, extraArgs },
  })
  const stage = await openEngineStage({ databaseUrl, address: environment.address })
  await stage.work(graphs.map(defineGraph), { activities: { 'retrieval.search': search, ...clock, ...batches } })
  try {
    await body(stage)
  } finally {
    await stage.close()
    await environment.teardown()
  }
}

const search = async () => [{ chunk: '1', score: 0.5 }]

/** When the steps of the one clock are due; each is taken once. */
const due: number[] = []
const taken = new Set<number>()
const clock = {
  'review.nextStep': async (): Promise<NextStep | null> => {
    const step = due.findIndex((_, at) => !taken.has(at))
    return step < 0 ? null : { step, at: due[step] ?? 0 }
  },
  'review.takeStep': async ({ step }: NextStep) => void taken.add(step),
}

let batchesLeft = 2
const batches = { 'batch.decideSome': async () => --batchesLeft > 0 }

async function record(stage: EngineStage, { name, graph, play }: (typeof scenarios)[number]): Promise<void> {
  const run = await stage.start(graph, { notes: [] })
  const { workflowId, runId } = await run.handle.describe()
  await play(stage, run)
  await run.handle.result()
  await keep(stage, name, workflowId, runId)
}

async function recordRetrieve(stage: EngineStage): Promise<void> {
  const { client, taskQueue } = stage
  const args = [{ tenant: 'test', query: 'which', limit: 3 }]
  const handle = await client.workflow.start(WORKFLOWS.retrieve, { workflowId: 'retrieve', taskQueue, args })
  await handle.result()
  await keep(stage, 'retrieve', handle.workflowId, handle.firstExecutionRunId)
}

/** Takes the first step when it is due; then hears that the review was closed. */
async function recordClock({ client, taskQueue }: EngineStage): Promise<void> {
  const args = [{ tenant: 'test', run: 'r', review: 'rv' }]
  due.push(Date.now() + 1_000, Date.now() + 3_600_000)
  const handle = await client.workflow.start(WORKFLOWS.reviewClock, { workflowId: 'clock', taskQueue, args })
  await until('the first step', async () => taken.has(0))
  taken.add(1)
  await handle.signal(CLOCK_SIGNAL)
  await handle.result()
  await keep({ client }, 'review-clock', handle.workflowId, handle.firstExecutionRunId)
}

async function recordBatch({ client, taskQueue }: EngineStage): Promise<void> {
  const args = [{ tenant: 'test', batch: 'b' }]
  const handle = await client.workflow.start(WORKFLOWS.decideBatch, { workflowId: 'batch', taskQueue, args })
  await handle.result()
  await keep({ client }, 'batch', handle.workflowId, handle.firstExecutionRunId)
}

async function keep({ client }: Pick<EngineStage, 'client'>, name: string, workflowId: string, runId: string): Promise<void> {
  const executions = await readHistories(client, workflowId, runId)
  for (const [at, { history }] of executions.entries()) {
    const file = executions.length === 1 ? `${name}.json` : `${name}-${at + 1}.json`
    await writeFile(path.join(HISTORIES, file), writeHistory(history))
    process.stdout.write(`${file}: ${history.events?.length} events\n`)
  }
}

await recordAll()
