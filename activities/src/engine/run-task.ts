import {
  type AttemptCommit,
  type AttemptScope,
  type Claim,
  type NewReview,
  NULL_TASK,
  newAttemptScope,
  type TokenUsage,
  usageStatement,
} from '@countersign/db'
import { CountersignError, CURSOR_WINDOW, type RunRef, type TaskResult } from '@countersign/workflows/contract'
import { END, START } from '@langchain/langgraph'
import { INTERRUPT } from '@langchain/langgraph-checkpoint'
import { z } from 'zod'
import { readAnswers, type TaskAnswers } from './answers.ts'
import { breakpointOf, metAgain } from './breakpoints.ts'
import { currentCursor } from './current-cursor.ts'
import { applyEdit } from './edits/apply-edit.ts'
import type { EngineDeps } from './engine-deps.ts'
import type { RegisteredGraph } from './graph-registry.ts'
import { interruptRequest } from './interrupt-request.ts'
import { makeCursor } from './make-cursor.ts'
import { graphOf } from './migration.ts'
import { parkedWithoutGraph } from './parked-without-graph.ts'
import { ADVANCE, BEGIN } from './pseudo-tasks.ts'
import { effectOf } from './record-effect.ts'
import { type RunContext, runContextStore } from './run-context.ts'
import { passStep, type StepView } from './step-pass.ts'
import { meterTokens, newMeter, spentOf, TokenCounter } from './token-usage.ts'

export interface TaskRun extends RunRef {
  checkpoint: string
  task: string
  node: string
  /** Temporal's activity id and attempt. */
  activity: string
  activityAttempt: number
  heartbeat(details?: unknown): void
  signal: AbortSignal
}

/**
 * Runs one task of a run (a node, or one of the engine's own) and commits what it did. Whatever state a crash left, calling it
 * again goes on from there: a task that is finished, waits, or whose superstep was committed is not run again.
 * Throws what the node threw (recorded with the attempt), or `superseded`.
 */
export async function runTask(deps: EngineDeps, call: TaskRun): Promise<TaskResult> {
  const claim = await deps.store.claim({ ...call, worker: deps.worker })
  if (!claim.attempt) return { cursor: await currentCursor(deps, call, claim.run) }
  const scope = newAttemptScope(claim.attempt)
  const meter = newMeter()
  try {
    return await meterTokens(meter, () => attempt(deps, call, claim, scope, meter))
  } catch (error) {
    await deps.store.fail(claim.attempt, describe(error), spentOf(meter))
    throw error
  }
}

async function attempt(deps: EngineDeps, call: TaskRun, claim: Claim, scope: AttemptScope, meter: TokenUsage): Promise<TaskResult> {
  const parked = call.task === ADVANCE ? await parkedWithoutGraph(deps, call, claim, scope) : null
  if (parked) return { cursor: parked }
  const graph = await graphOf(deps, claim.run, scope.attempt)
  const answers = readAnswers(claim.reviews)
  if (answers.abort) return abort(deps, call, claim, scope, answers)
  const open = claim.reviews.filter((review) => review.open)
  if (open.length > 0 && answers.reviews.length === 0) {
    await deps.store.commit(scope, { status: 'waiting' })
    return waitsFor(graph, call, open)
  }
  if (call.task === ADVANCE) {
    const { edit } = claim.run
    if (edit) return applyEdit({ deps, ref: call, claim, graph, scope, edit, answers })
    const met = await metAgain(deps, call, graph, claim.run)
    if (met.length > 0) return stopAt(deps, call, claim, scope, met)
  }
  await injectAnswers(deps, graph, call, scope, answers)
  const view = await runContextStore.run(contextOf(call, claim, scope), () =>
    passStep(graph, {
      scope,
      gate: {
        task: gateTask(call, answers),
        resuming: (claim.attempt?.fence ?? 1) > 1 || answers.reviews.length > 0 || claim.run.fork?.namespace !== undefined,
        callbacks: [new TokenCounter(meter)],
      },
      start: call.task === BEGIN ? { input: readInput(claim.run.input) } : undefined,
      answers: answers.resume,
      signal: call.signal,
    }),
  )
  const spent = spentOf(meter)
  if (spent) scope.held.push(usageStatement(scope.attempt, spent))
  return commit(deps, call, claim.run, graph, scope, view, answers)
}

function readInput(input: unknown): Record<string, unknown> {
  const object = z.record(z.string(), z.unknown()).safeParse(input)
  if (object.success) return object.data
  throw new CountersignError('invalid_input', "A run's input must be an object of state keys and values.")
}

const gateTask = (call: TaskRun, answers: TaskAnswers) =>
  call.task === BEGIN || call.task === ADVANCE || answers.skipTo ? null : call.task

/** Hands edits and skips to LangGraph as writes on the head checkpoint: seen by this pass, stored if it commits. */
async function injectAnswers(
  { store: { saver } }: EngineDeps,
  graph: RegisteredGraph,
  call: TaskRun,
  scope: AttemptScope,
  answers: TaskAnswers,
): Promise<void> {
  const { name, version } = graph.definition
  const edits = answers.patches.flatMap((patch) => Object.entries(patch))
  const unknown = edits.find(([key]) => !(key in graph.compiled.channels))?.[0]
  if (unknown) throw new CountersignError('invalid_decision', `The state of ${name} has no key “${unknown}”.`, { key: unknown })
  if (edits.length > 0) await saver.inject(scope, NULL_TASK, edits)
  const { skipTo } = answers
  if (!skipTo) return
  if (skipTo !== END && !(skipTo in graph.compiled.nodes)) {
    throw new CountersignError('invalid_decision', `${name}@${version} has no node “${skipTo}” to skip to.`, { node: skipTo })
  }
  await saver.inject(scope, call.task, skipTo === END ? [['__no_writes__', null]] : [[`branch:to:${skipTo}`, START]])
}

async function commit(
  deps: EngineDeps,
  call: TaskRun,
  run: Claim['run'],
  graph: RegisteredGraph,
  scope: AttemptScope,
  view: StepView | null,
  answers: TaskAnswers,
): Promise<TaskResult> {
  const { name, policies } = graph.definition
  const { sandbox } = run
  const started = run.fork !== null
  if (view && (view.checkpoint !== call.checkpoint || view.tasks.length === 0)) {
    const next = view.tasks.map((task) => task.name)
    const reviews = breakpointOf(graph, view.checkpoint, { from: view.from.map((task) => task.name), next })
    const head = { checkpoint: view.checkpoint, step: view.step, next, ended: next.length === 0 ? ('done' as const) : undefined }
    const opened = await deps.store.commit(scope, { status: 'done', head, reviews, applied: answers.reviews, started, sandbox })
    return {
      cursor: makeCursor({
        graph: name,
        policies,
        view,
        written: new Set(),
        reviews: opened.map((review) => ({ ...review, open: !sandbox })),
      }),
    }
  }
  const reviews = interruptsOf(call, scope)
  const outcome: AttemptCommit = { status: reviews.length > 0 ? 'waiting' : 'done', reviews, applied: answers.reviews, started, sandbox }
  const opened = await deps.store.commit(scope, outcome)
  if (call.task === ADVANCE) return { cursor: await currentCursor(deps, call, run) }
  // What a replay asked has its answer: with nothing to wait for, the workflow looks again and finds the task ready.
  if (opened.length === 0 || sandbox) return { written: true }
  return waitsFor(graph, call, opened)
}

/** A task may wait for more reviews than a workflow should hold: a decision of one that is not listed makes it look again. */
function waitsFor(graph: RegisteredGraph, { task, node }: TaskRun, reviews: { id: string }[]): TaskResult {
  const policy = graph.definition.policies.get(node) ?? {}
  return { waits: reviews.slice(0, CURSOR_WINDOW).map(({ id }) => ({ task, node, policy, review: id })) }
}

const interruptsSchema = z.array(z.object({ id: z.string(), value: z.unknown() }))

function interruptsOf(call: TaskRun, scope: AttemptScope): NewReview[] {
  const { checkpoint, node } = call
  return scope.writes
    .filter(([task, channel]) => task === call.task && channel === INTERRUPT)
    .flatMap(([, , value]) => interruptsSchema.parse(value))
    .map(({ id, value }) => ({ checkpoint, task: call.task, node, interrupt: id, request: interruptRequest(node, value) }))
}

/** Stops a run at a breakpoint of its head. */
async function stopAt(deps: EngineDeps, call: TaskRun, { run }: Claim, scope: AttemptScope, reviews: NewReview[]): Promise<TaskResult> {
  await deps.store.commit(scope, { status: 'done', reviews, started: run.fork !== null, sandbox: run.sandbox })
  return { cursor: await currentCursor(deps, call, run) }
}

async function abort(deps: EngineDeps, call: TaskRun, claim: Claim, scope: AttemptScope, answers: TaskAnswers): Promise<TaskResult> {
  const { head: checkpoint, step, graph } = claim.run
  await deps.store.commit(scope, {
    status: 'done',
    head: { checkpoint: checkpoint || null, step, next: [], ended: 'aborted' },
    applied: answers.reviews,
  })
  return { cursor: { status: 'done', graph, checkpoint: call.checkpoint, step, ready: [], waits: [], waiting: 0, more: false } }
}

function contextOf(call: TaskRun, claim: Claim, scope: AttemptScope): RunContext {
  const { sandbox, document, createdBy: by } = claim.run
  const { tenant, run, checkpoint, task, node, heartbeat, signal } = call
  return {
    tenant,
    run,
    checkpoint,
    task,
    node,
    heartbeat,
    signal,
    attempt: claim.attempt?.fence ?? 1,
    effectKey: `${run}/${task}`,
    by,
    document,
    sandbox,
    effect: effectOf(scope, node, sandbox),
  }
}

function describe(error: unknown): { code: string; message: string; stack?: string } {
  if (error instanceof CountersignError) return { code: error.code, message: error.message, stack: error.stack }
  if (error instanceof Error) return { code: error.name, message: error.message, stack: error.stack }
  return { code: 'internal', message: String(error) }
}
