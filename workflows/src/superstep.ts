import { condition, isCancellation, patched, sleep, workflowInfo } from '@temporalio/workflow'
import { CURSOR_WINDOW, type Cursor, type RunRef, type TaskResult, type Wait, WORKER_SHUTDOWN } from '../contract/graph-run.ts'
import type { NodePolicy } from '../contract/node-policy.ts'
import { engine, runNode } from './engine-proxy.ts'
import { readFailure } from './read-failure.ts'

interface Job {
  task: string
  node: string
  policy: NodePolicy
}

/** A run of quick nodes lets go of a worker that stops. Histories from before went on at once. */
const YIELD_ON_SHUTDOWN = 'yield-on-shutdown'

const quick: NodePolicy = { quick: true, retries: 8 }
const advance: Job = { task: 'advance', node: 'advance', policy: quick }

/** Where every run starts: its first input is not a checkpoint yet. */
export const beginning: Cursor = {
  status: 'running',
  graph: 'engine',
  checkpoint: '',
  step: -2,
  ready: [{ node: 'begin', policy: quick, tasks: ['begin'] }],
  waits: [],
  waiting: 0,
  more: false,
}

/**
 * Runs the tasks of one superstep side by side, each as its own activity; a task that waits is run again once its review is
 * decided; a task that gives up is parked and waits like any other. Answers the next cursor: of the next superstep, or of this
 * one where there is more to list or the history has grown long.
 */
export async function runSuperstep(ref: RunRef, cursor: Cursor, decided: Set<string>): Promise<Cursor> {
  const waits = new Map<string, Wait[]>()
  for (const wait of cursor.waits) waits.set(wait.task, [...(waits.get(wait.task) ?? []), wait])
  let running = 0
  let next: Cursor | undefined
  let broken: unknown

  const launch = (job: Job) => {
    running++
    waits.delete(job.task)
    runOrPark(ref, cursor, job)
      .then((result) => {
        if ('cursor' in result) next = result.cursor
        else if ('waits' in result) waits.set(job.task, result.waits)
      })
      .catch((error: unknown) => {
        broken = error
      })
      .finally(() => running--)
  }
  const answered = () => [...waits.values()].flat().filter(({ review }) => decided.has(review))
  // A decision for a review that is not listed here may be for one that the window cut off: Postgres knows.
  const unlisted = () => decided.size > answered().length
  const idle = () => running === 0

  const [sole, ...others] = cursor.ready.flatMap(({ node, policy, tasks }) => tasks.map((task) => ({ task, node, policy })))
  if (sole && others.length === 0 && cursor.waiting === 0 && !cursor.more) {
    // Most supersteps: one task and nothing to wait for beside it. Awaited as it is, it costs half the promises.
    const result = await runOrPark(ref, cursor, sole)
    if ('cursor' in result) return result.cursor
    if ('waits' in result) waits.set(sole.task, result.waits)
  } else for (const job of [sole, ...others]) if (job) launch(job)
  for (;;) {
    const stuck = () =>
      idle() && (next !== undefined || waits.size === 0 || cursor.more || unlisted() || workflowInfo().continueAsNewSuggested)
    await condition(() => broken !== undefined || answered().length > 0 || stuck())
    if (broken !== undefined) throw broken
    for (const { task, node, policy, review } of answered()) {
      decided.delete(review)
      if (waits.has(task)) launch({ task, node, policy })
    }
    if (!stuck()) continue
    if (next) return next
    if (waits.size > 0 && !cursor.more && !unlisted())
      return { ...cursor, ready: [], waits: [...waits.values()].flat().slice(0, CURSOR_WINDOW) }
    decided.clear()
    launch(advance)
  }
}

async function runOrPark(ref: RunRef, { graph, checkpoint }: Cursor, job: Job): Promise<TaskResult> {
  const { task, node, policy } = job
  const name = task === advance.task ? 'engine.advance' : `${graph}.${node}`
  for (;;) {
    try {
      return await runNode(name, policy, { ...ref, checkpoint, task })
    } catch (error) {
      if (isCancellation(error)) throw error
      const failure = readFailure(error)
      // A deployment is not the node's fault and costs it no attempt: another worker takes it up.
      if (failure.code === WORKER_SHUTDOWN) {
        // A quick node runs within the workflow's task, which stays with its worker until the workflow waits for something.
        if (policy.quick && patched(YIELD_ON_SHUTDOWN)) await sleep('1 second')
        continue
      }
      const review = await engine['engine.park']({ ...ref, checkpoint, task, node, ...failure })
      return review === null
        ? runNode('engine.advance', quick, { ...ref, checkpoint, task: advance.task })
        : { waits: [{ ...job, review }] }
    }
  }
}
