import {
  type AttemptCommit,
  type AttemptRef,
  type AttemptScope,
  type BreakpointMarks,
  type Claim,
  type ClaimInput,
  type EngineStore,
  type NewReview,
  type OpenedReview,
  type PendingEdit,
  type RunMigration,
  type StepReview,
  supersededError,
  type TaskReview,
} from '@countersign/db'
import {
  CountersignError,
  type NodeFailure,
  newEditId,
  newReviewId,
  newRunId,
  type ReviewRequest,
  type Verb,
} from '@countersign/workflows/contract'
import type { BaseCheckpointSaver } from '@langchain/langgraph-checkpoint'
import { ADVANCE } from '../pseudo-tasks.ts'
import { HeldSaver } from './held-saver.ts'

interface LocalRun {
  graph: string
  version: string
  status: Claim['run']['status']
  head: string
  step: number
  next: string[]
  input: unknown
  sandbox: boolean
  /** The checkpoint it was forked at, and of which run. */
  forked: { run: string; checkpoint: string; version: string; nodes?: string[]; namespace?: string } | null
  edit: PendingEdit | null
}

interface LocalReview extends NewReview {
  id: string
  run: string
  answer?: { verb: Verb; value: unknown; node: string | null; applied: boolean }
  withdrawn?: boolean
}

const ACTIVE: readonly LocalRun['status'][] = ['running', 'waiting', 'parked']

/**
 * The engine's store in one process, before any of LangGraph's savers: for trying a graph and testing it without Postgres.
 * Nothing but the checkpoints outlives the process, and there is no other process to be fenced from.
 */
export class LocalStore implements EngineStore {
  readonly saver: HeldSaver
  readonly #runs = new Map<string, LocalRun>()
  readonly #reviews = new Map<string, LocalReview>()
  readonly #holders = new Map<string, AttemptRef>()

  constructor(checkpoints: BaseCheckpointSaver) {
    this.saver = new HeldSaver(checkpoints)
  }

  /** Adds a run; what `client.startRun` does elsewhere. */
  addRun({ name, version }: { name: string; version: string }, input: Record<string, unknown>): string {
    const run = newRunId()
    this.#runs.set(run, {
      graph: name,
      version,
      status: 'running',
      head: '',
      step: -2,
      next: [],
      input,
      sandbox: false,
      forked: null,
      edit: null,
    })
    return run
  }

  status(run: string): LocalRun['status'] {
    return this.#run(run).status
  }

  request(review: string): ReviewRequest {
    return this.#review(review).request
  }

  /** Answers an open review; what `client.decide` does elsewhere. */
  answer(review: string, verb: Verb, value: unknown = null, node: string | null = null): void {
    this.#review(review).answer = { verb, value, node, applied: false }
  }

  /** Changes the state of a run that waits or is parked; what `client.editRun` does elsewhere. */
  edit(run: string, values: Record<string, unknown>, asNode: string | null = null): void {
    for (const review of this.#reviews.values()) if (review.run === run && !review.answer) review.withdrawn = true
    Object.assign(this.#run(run), { status: 'running', edit: { id: newEditId(), namespace: '', values, asNode } })
  }

  async claim(input: ClaimInput): Promise<Claim> {
    const run = this.#run(input.run)
    const isFree = run.edit === null || input.task === ADVANCE
    const attempt = run.head === input.checkpoint && ACTIVE.includes(run.status) && isFree ? this.#hold(input) : null
    const waiting = this.#unsettled(input).filter(({ task }) => task === input.task)
    const { forked, ...facts } = run
    const fork = forked?.checkpoint === run.head ? { ...forked, step: run.step, parentVersion: forked.version } : null
    return { run: { ...facts, fork, createdBy: 'local', document: null }, attempt, reviews: waiting.map(toTaskReview) }
  }

  async commit(scope: AttemptScope, { head, reviews = [], applied = [], edit }: AttemptCommit): Promise<OpenedReview[]> {
    const { attempt } = scope
    const run = this.#run(attempt.run)
    const holder = this.#holders.get(keyOf(attempt))
    if (holder?.fence !== attempt.fence || run.head !== attempt.checkpoint) throw supersededError(attempt)
    await this.saver.flush(scope)
    const opened = reviews.map((review) => this.#open(attempt.run, review))
    for (const id of applied) Object.assign(this.#review(id).answer ?? {}, { applied: true })
    if (head) Object.assign(run, { head: head.checkpoint ?? run.head, step: head.step, next: head.next })
    if (edit) run.edit = null
    this.#settle(attempt.run)
    if (head?.ended) run.status = head.ended
    return opened
  }

  /** Failed attempts leave nothing behind here. */
  fail(): Promise<void> {
    return Promise.resolve()
  }

  async park(failure: NodeFailure, request: (attempts: number) => ReviewRequest): Promise<string> {
    const attempts = this.#holders.get(keyOf(failure))?.fence ?? 0
    if (failure.code === 'invalid_decision') this.#refuseOrders(failure)
    if (failure.code === 'invalid_decision' && failure.task === ADVANCE) this.#run(failure.run).edit = null
    const { id } = this.#open(failure.run, { ...failure, interrupt: `incident:${attempts}`, request: request(attempts) })
    this.#settle(failure.run)
    return id
  }

  async reviewsOfStep(step: { run: string; checkpoint: string }): Promise<StepReview[]> {
    return this.#unsettled(step).map(({ id, task, node, answer }) => ({ id, task, node, open: !answer }))
  }

  async breakpointMarks({ run, checkpoint }: { run: string; checkpoint: string }): Promise<BreakpointMarks> {
    const at = (of: string | undefined) =>
      [...this.#reviews.values()].find(
        (review) => review.run === of && review.checkpoint === checkpoint && review.interrupt === 'breakpoint',
      )
    const own = at(run)
    const state = own && (own.withdrawn ? 'withdrawn' : own.answer ? 'decided' : 'open')
    return { own: state ?? null, parent: at(this.#run(run).forked?.run) !== undefined }
  }

  async migrate(scope: AttemptScope, { to }: RunMigration): Promise<void> {
    await this.saver.flush(scope)
    this.#run(scope.attempt.run).version = to
  }

  async end({ run, ended }: { run: string; ended: 'aborted' | 'cancelled' }): Promise<void> {
    this.#run(run).status = ended
    for (const review of this.#reviews.values()) if (review.run === run && !review.answer) review.withdrawn = true
  }

  #run(run: string): LocalRun {
    return found(this.#runs.get(run), 'run', run)
  }

  #review(review: string): LocalReview {
    return found(this.#reviews.get(review), 'review', review)
  }

  #hold({ tenant, run, checkpoint, task }: ClaimInput): AttemptRef {
    const key = keyOf({ run, checkpoint, task })
    const attempt = { tenant, run, checkpoint, task, fence: (this.#holders.get(key)?.fence ?? 0) + 1, token: '' }
    this.#holders.set(key, attempt)
    return attempt
  }

  #open(run: string, review: NewReview): OpenedReview {
    const key = keyOf({ ...review, run })
    const existing = [...this.#reviews.values()].find((other) => keyOf(other) === key && other.interrupt === review.interrupt)
    const id = existing?.id ?? newReviewId()
    if (!existing?.answer) this.#reviews.set(id, { ...existing, ...review, run, id, withdrawn: false })
    return { id, task: review.task, node: review.node, interrupt: review.interrupt }
  }

  #unsettled(step: { run: string; checkpoint: string }): LocalReview[] {
    const ofStep = (review: LocalReview) => review.run === step.run && review.checkpoint === step.checkpoint
    return [...this.#reviews.values()].filter((review) => ofStep(review) && !review.withdrawn && !review.answer?.applied)
  }

  #refuseOrders(failure: NodeFailure): void {
    const orders = this.#unsettled(failure).filter(
      ({ task, request }) => task === failure.task && ['incident', 'breakpoint'].includes(request.kind),
    )
    for (const { answer } of orders) if (answer) answer.applied = true
  }

  #settle(run: string): void {
    const open = [...this.#reviews.values()].filter((review) => review.run === run && !review.answer && !review.withdrawn)
    const parked = open.some(({ request }) => request.kind === 'incident')
    this.#run(run).status = parked ? 'parked' : open.length > 0 ? 'waiting' : 'running'
  }
}

const keyOf = ({ run, checkpoint, task }: { run: string; checkpoint: string; task: string }) => `${run}/${checkpoint}/${task}`

function toTaskReview({ id, interrupt, request, answer }: LocalReview): TaskReview {
  const { verb = null, value = null, node = null } = answer ?? {}
  const asked = request.dialect ? request : null
  const { kind } = request
  return {
    id,
    interrupt,
    kind,
    open: !answer,
    verb,
    value,
    node,
    reason: null,
    by: answer ? 'local' : null,
    byDefault: false,
    evidence: null,
    request: asked,
  }
}

function found<T>(value: T | undefined, what: string, id: string): T {
  if (value === undefined) throw new CountersignError('not_found', `There is no ${what} ${id}.`)
  return value
}
