import { randomUUID } from 'node:crypto'
import { CountersignError, type Verb } from '@countersign/workflows/contract'
import type pg from 'pg'
import type { AttemptRef } from '../checkpointer/attempt-scope.ts'
import type { RunFork, RunStatus } from '../schema/runs.ts'

export interface ClaimInput {
  tenant: string
  run: string
  /** The head the caller knows; empty before the run has begun. */
  checkpoint: string
  task: string
  node: string
  /** Temporal's id of the scheduled activity, and its attempt counted from 1. */
  activity: string
  activityAttempt: number
  worker: string
}

/** A review of this very task that is still open, or was decided and not yet taken in. */
export interface TaskReview {
  id: string
  interrupt: string
  kind: string
  open: boolean
  verb: Verb | null
  value: unknown
  reason: string | null
  node: string | null
  by: string | null
  /** Nobody decided in time: the policy's default. */
  byDefault: boolean
  /** Where a person found what an edit changed; null where nobody said. */
  evidence: unknown
  /** What was asked; null where it was asked in Countersign's own format, whose answer does not depend on it. */
  request: unknown
}

/** A change of the run's state that was ordered and not applied yet. */
export interface PendingEdit {
  id: string
  /** Empty for the graph itself, else LangGraph's namespace of a subgraph. */
  namespace: string
  values: Record<string, unknown>
  asNode: string | null
}

/** What the engine must know of a run before it does anything for it. */
export interface ClaimedRun {
  graph: string
  version: string
  status: RunStatus
  head: string
  step: number
  /** Nodes of the superstep after the head. */
  next: string[]
  createdBy: string
  input: unknown
  document: string | null
  /** A replay. */
  sandbox: boolean
  /** How the run was forked, while it stands at the checkpoint it was forked at; else null. */
  fork: (RunFork & { parentVersion: string | null; migrated?: boolean }) | null
  /** To be applied before anything else runs. */
  edit: PendingEdit | null
}

export interface Claim {
  run: ClaimedRun
  /** Null: the run has moved on from this checkpoint, or has ended; nothing was claimed. */
  attempt: AttemptRef | null
  reviews: TaskReview[]
}

const CLAIM = `
with run as (
  select r.id, graph, version, status, coalesce(checkpoint, '') as head, step, next, created_by, document, sandbox,
         case when checkpoint is null then input end as input,
         case when coalesce(fork ->> 'root', parent_checkpoint) = checkpoint then coalesce(fork, '{}') || jsonb_build_object('parentVersion', (
           select p.version from countersign.runs p where p.tenant = $1 and p.id = r.parent_run)) end as fork
    from countersign.runs r where tenant = $1 and r.id = $2
), edit as (
  select e.id, e.namespace, e.values, e.as_node from countersign.edits e, run
   where e.tenant = $1 and e.run = $2 and e.applied_at is null and (e.checkpoint = run.head or e.namespace <> '')
   order by e.created_at, e.id limit 1
), newer as (
  select 1 from countersign.attempts
   where run = $2 and checkpoint = $3 and task = $4 and activity = $6 and activity_attempt > $7
), replaced as (
  update countersign.attempts set status = 'superseded', finished_at = now()
   where run = $2 and checkpoint = $3 and task = $4 and status = 'running' and not exists (select 1 from newer)
), claimed as (
  insert into countersign.attempts (tenant, run, checkpoint, task, fence, token, node, step, activity, activity_attempt, worker)
  select $1, run.id, $3, $4,
         coalesce((select max(fence) from countersign.attempts where run = $2 and checkpoint = $3 and task = $4), 0) + 1,
         $9, $5, run.step + 1, $6, $7, $8
    from run
   where run.head = $3 and run.status in ('running', 'waiting', 'parked') and not exists (select 1 from newer)
     and ($4 = 'advance' or not exists (select 1 from edit))
  returning fence
), resumed as (
  update countersign.runs r set status = 'running', updated_at = now()
   where r.tenant = $1 and r.id = $2 and r.status in ('waiting', 'parked') and exists (select 1 from claimed)
     and not exists (select 1 from countersign.reviews v where v.run = $2 and v.status = 'open')
  returning pg_notify('countersign', json_build_object('tenant', $1::text, 'kind', 'run', 'id', $2::text, 'run', $2::text)::text) as told
), begun as (
  update countersign.outbox set done_at = now()
   where $3 = '' and run = $2 and topic = 'start' and done_at is null and exists (select 1 from run where head <> '')
)
select run.*, (select count(told) from resumed) as resumed, (select fence from claimed) as fence, exists (select 1 from newer) as late,
       (select json_build_object('id', id, 'namespace', namespace, 'values', values, 'asNode', as_node) from edit) as edit,
       (select json_agg(json_build_object(
                 'id', v.id, 'interrupt', v.interrupt, 'kind', v.kind, 'open', v.status = 'open', 'verb', d.verb,
                 'value', d.value, 'reason', d.reason, 'node', d.node, 'by', d.by, 'byDefault', coalesce(d.by_default, false),
                 'evidence', d.evidence,
                 'request', case when v.request ? 'dialect' then v.request end) order by v.opened_at, v.id)
          from countersign.reviews v left join countersign.decisions d on d.review = v.id and d.withdrawn_at is null
         where v.tenant = $1 and v.run = $2 and v.checkpoint = $3 and v.task = $4
           and (v.status = 'open' or (v.status = 'decided' and d.applied_at is null))) as reviews
  from run`

/**
 * Makes the caller the one attempt that may write for a task; older attempts of the same task lose the fence.
 * An activity attempt that Temporal has already replaced is refused (`superseded`). While an edit of the head is not applied, only
 * the task that applies it is given an attempt. One round trip.
 * Throws `not_found` for an unknown run. Safe to retry: each call claims anew.
 */
export async function claimAttempt(pool: pg.Pool, input: ClaimInput): Promise<Claim> {
  const token = randomUUID()
  const row = await claimRow(pool, input, token)
  if (!row) throw new CountersignError('not_found', `There is no run ${input.run}.`, { run: input.run })
  if (row.late)
    throw new CountersignError('superseded', `Attempt ${input.activityAttempt} of ${input.node} was replaced by a newer one.`, {
      run: input.run,
    })
  const { tenant, run, checkpoint, task } = input
  const { created_by: createdBy, fence, reviews, late: _late, ...rest } = row
  return {
    run: { ...rest, createdBy },
    attempt: fence === null ? null : { tenant, run, checkpoint, task, fence, token },
    reviews: reviews ?? [],
  }
}

interface ClaimRow extends Omit<ClaimedRun, 'createdBy'> {
  created_by: string
  fence: number | null
  late: boolean
  reviews: TaskReview[] | null
}

async function claimRow(pool: pg.Pool, input: ClaimInput, token: string): Promise<ClaimRow | undefined> {
  const { tenant, run, checkpoint, task, node, activity, activityAttempt, worker } = input
  const query = {
    name: 'claim-attempt',
    text: CLAIM,
    values: [tenant, run, checkpoint, task, node, activity, activityAttempt, worker, token],
  }
  for (let left = 5; ; left--) {
    try {
      return (await pool.query<ClaimRow>(query)).rows[0]
    } catch (error) {
      // Two claims at the very same moment compute the same fence; the loser of the primary key asks again.
      const collided = error instanceof Error && 'code' in error && error.code === '23505'
      if (!collided || left === 0) throw error
    }
  }
}
