import {
  type AttemptCommit,
  type AttemptRef,
  type AttemptScope,
  type Claim,
  type ClaimInput,
  type EngineStore,
  type NewReview,
  type OpenedReview,
  supersededError,
} from '@countersign/db'
import { CountersignError, newReviewId, newRunId, type ReviewRequest, type Verb } from '@countersign/workflows/contract'
import type { BaseCheckpointSaver } from '@langchain/langgraph-checkpoint'
import { HeldSaver } from './held-saver.ts'

interface LocalRun {
  graph: string
  version: string
  status: Claim['run']['status']
  head: string
  step: number
  input: unknown
}

interface LocalReview extends NewReview {
  id: string
  run: string
  answer?: { verb: Verb; value: unknown; node: string | null; applied: boolean }
  withdrawn?: boolean
}

export interface LocalStore extends EngineStore {
  /** Adds a run; what `client.startRun` does elsewhere. */
  addRun(graph: { name: string; version: string }, input: Record<string, unknown>): string
  status(run: string): string
  request(review: string): ReviewRequest
  /** Answers an open review; what `client.decide` does elsewhere. */
  answer(review: string, verb: Verb, value?: unknown, node?: string | null): void
}

/**
 * The engine's store in one process, before any of LangGraph's savers: for trying a graph and testing it without Postgres.
 * Nothing but the checkpoints outlives the process, and there is no other process to be fenced from.
 */
export function createLocalStore(checkpoints: BaseCheckpointSaver): LocalStore {
  const saver = new HeldSaver(checkpoints)
  const runs = new Map<string, LocalRun>()
  const reviews = new Map<string, LocalReview>()
  const holders = new Map<string, AttemptRef>()
  const keyOf = ({ run, checkpoint, task }: { run: string; checkpoint: string; task: string }) => `${run}/${checkpoint}/${task}`

  const getRun = (run: string) => found(runs.get(run), 'run', run)
  const getReview = (review: string) => found(reviews.get(review), 'review', review)
  const of = (step: { run: string; checkpoint: string }) =>
    [...reviews.values()].filter(
      (review) => review.run === step.run && review.checkpoint === step.checkpoint && !review.withdrawn && !review.answer?.applied,
    )

  function open(run: string, review: NewReview): OpenedReview {
    const key = keyOf({ ...review, run })
    const existing = [...reviews.values()].find((other) => keyOf(other) === key && other.interrupt === review.interrupt)
    const id = existing?.id ?? newReviewId()
    if (!existing) reviews.set(id, { ...review, run, id })
    return { id, task: review.task, node: review.node, interrupt: review.interrupt }
  }

  function settle(run: string): void {
    const waiting = [...reviews.values()].filter((review) => review.run === run && !review.answer && !review.withdrawn)
    getRun(run).status = waiting.some(({ request }) => request.kind === 'incident') ? 'parked' : waiting.length > 0 ? 'waiting' : 'running'
  }

  return {
    saver,
    async claim(input: ClaimInput): Promise<Claim> {
      const run = getRun(input.run)
      const isCurrent = run.head === input.checkpoint && ['running', 'waiting', 'parked'].includes(run.status)
      const fence = (holders.get(keyOf(input))?.fence ?? 0) + 1
      const attempt = isCurrent
        ? { tenant: input.tenant, run: input.run, checkpoint: input.checkpoint, task: input.task, fence, token: '' }
        : null
      if (attempt) holders.set(keyOf(input), attempt)
      const waiting = of(input).filter(({ task }) => task === input.task)
      return {
        run: { ...run, createdBy: 'local', document: null },
        attempt,
        reviews: waiting.map(({ id, interrupt, request, answer }) => ({
          id,
          interrupt,
          kind: request.kind,
          open: !answer,
          verb: answer?.verb ?? null,
          value: answer?.value ?? null,
          node: answer?.node ?? null,
          reason: null,
          by: answer ? 'local' : null,
        })),
      }
    },
    async commit(scope: AttemptScope, { head, reviews: asked = [], applied = [] }: AttemptCommit): Promise<OpenedReview[]> {
      const { attempt } = scope
      const run = getRun(attempt.run)
      if (holders.get(keyOf(attempt))?.fence !== attempt.fence || run.head !== attempt.checkpoint) throw supersededError(attempt)
      await saver.flush(scope)
      const opened = asked.map((review) => open(attempt.run, review))
      for (const id of applied) Object.assign(getReview(id).answer ?? {}, { applied: true })
      if (head) Object.assign(run, { head: head.checkpoint ?? run.head, step: head.step })
      settle(attempt.run)
      if (head?.ended) run.status = head.ended
      return opened
    },
    fail: async () => undefined,
    async park(failure, request) {
      const attempts = holders.get(keyOf(failure))?.fence ?? 0
      const { id } = open(failure.run, { ...failure, interrupt: `incident:${attempts}`, request: request(attempts) })
      settle(failure.run)
      return id
    },
    reviewsOfStep: async (step) => of(step).map(({ id, task, node, answer }) => ({ id, task, node, open: !answer })),
    async end({ run, ended }) {
      getRun(run).status = ended
      for (const review of reviews.values()) if (review.run === run && !review.answer) review.withdrawn = true
    },
    addRun({ name, version }, input) {
      const run = newRunId()
      runs.set(run, { graph: name, version, status: 'running', head: '', step: -2, input })
      return run
    },
    status: (run) => getRun(run).status,
    request: (review) => getReview(review).request,
    answer(review, verb, value = null, node = null) {
      getReview(review).answer = { verb, value, node, applied: false }
    },
  }
}

function found<T>(value: T | undefined, what: string, id: string): T {
  if (value === undefined) throw new CountersignError('not_found', `There is no ${what} ${id}.`)
  return value
}
