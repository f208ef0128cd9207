import type { NodeFailure, ReviewRequest, RunRef } from '@countersign/workflows/contract'
import type { BaseCheckpointSaver } from '@langchain/langgraph-checkpoint'
import type pg from 'pg'
import type { AttemptRef, AttemptScope } from '../checkpointer/attempt-scope.ts'
import { FencedSaver } from '../checkpointer/fenced-saver.ts'
import type { TokenUsage } from '../schema/runs.ts'
import { type Claim, type ClaimInput, claimAttempt } from './claim-attempt.ts'
import { type AttemptCommit, commitAttempt } from './commit-attempt.ts'
import { failAttempt } from './fail-attempt.ts'
import { migrateRun, type RunMigration } from './migrate-run.ts'
import type { OpenedReview } from './open-review.ts'
import { endRun, parkTask } from './park-task.ts'
import { type BreakpointMarks, breakpointMarks, reviewsOfStep, type StepReview } from './reviews-of-step.ts'

/** A checkpointer whose writes belong to attempts, and to which the engine can hand writes of its own. */
export type StepSaver = BaseCheckpointSaver & {
  inject(scope: AttemptScope, task: string, writes: [channel: string, value: unknown][]): Promise<void>
}

/** Where the engine keeps runs: the checkpoints, and the few facts about attempts and reviews that make each step happen once. */
export interface EngineStore {
  saver: StepSaver
  claim(input: ClaimInput): Promise<Claim>
  commit(scope: AttemptScope, commit: AttemptCommit): Promise<OpenedReview[]>
  fail(attempt: AttemptRef, error: { code: string; message: string; stack?: string }, usage?: TokenUsage | null): Promise<void>
  park(failure: NodeFailure, request: (attempts: number) => ReviewRequest): Promise<string | null>
  reviewsOfStep(step: RunRef & { checkpoint: string }): Promise<StepReview[]>
  breakpointMarks(step: RunRef & { checkpoint: string }): Promise<BreakpointMarks>
  migrate(scope: AttemptScope, migration: RunMigration): Promise<void>
  end(run: RunRef & { ended: 'aborted' | 'cancelled'; by: string }): Promise<void>
}

/**
 * The store on Postgres. `claims` is a pool on the same database whose sessions do not wait for the disk
 * (`synchronous_commit = off`): a claim that is lost in a crash only costs another attempt. Commits go through `pool`.
 */
export function createPostgresStore({ pool, claims }: { pool: pg.Pool; claims: pg.Pool }): EngineStore {
  return {
    saver: new FencedSaver(pool),
    claim: (input) => claimAttempt(claims, input),
    commit: (scope, commit) => commitAttempt(pool, scope, commit),
    fail: (attempt, error, usage) => failAttempt(claims, attempt, error, usage),
    park: (failure, request) => parkTask(pool, failure, request),
    reviewsOfStep: (step) => reviewsOfStep(pool, step),
    breakpointMarks: (step) => breakpointMarks(pool, step),
    migrate: (scope, migration) => migrateRun(pool, scope, migration),
    end: (run) => endRun(pool, run),
  }
}
