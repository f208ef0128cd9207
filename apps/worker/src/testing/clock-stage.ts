import { createReviewActivities, type ReviewActivities } from '@countersign/activities'
import { type CountersignClient, createClient } from '@countersign/client'
import { createRelay, openTemporal } from '@countersign/client/relay'
import { connectDatabase, createPostgresStore, type Database, newAttemptScope } from '@countersign/db'
import {
  DEFAULT_QUEUE,
  newRunId,
  type ReviewPolicy,
  type ReviewRef,
  reviewClockWorkflowId,
  reviewRequest,
} from '@countersign/workflows/contract'
import type { WorkflowHandle } from '@temporalio/client'
import { TestWorkflowEnvironment } from '@temporalio/testing'
import { Worker, type WorkflowBundleOption } from '@temporalio/worker'
import '../../../../infra/test/quiet-temporal.ts'
import { loadWorkflowBundle } from '../workflow-bundle.ts'
import { standInEngine } from './stand-in-engine.ts'
import { until } from './until.ts'

const TENANT = 'acme'
const PATIENCE = 15_000

type Request = Partial<Parameters<typeof reviewRequest>[0]>

/** Reviews with deadlines on a Temporal server whose time is skipped, and a real Postgres whose time is not. */
export interface ClockStage {
  activities: ReviewActivities
  client: CountersignClient
  /** The Temporal server's time. */
  now(): Promise<number>
  /** Opens a review as the engine does, at the Temporal server's time. */
  open(policy: ReviewPolicy, request?: Request): Promise<ReviewRef>
  /** Waits until the clock of the review has read it and waits for its next step, or has ended. Lets no time pass. */
  untilTicking(ref: ReviewRef): Promise<void>
  /** Waits until the clock of the review has ended. Lets no time pass. */
  untilEnded(ref: ReviewRef): Promise<void>
  /** Lets so many days pass on the Temporal server, and the clocks do what is then due. */
  sleepDays(days: number): Promise<void>
  eventsOf(ref: ReviewRef): Promise<string[]>
  query<Row extends object>(sql: string, ...values: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

export async function openClockStage({
  databaseUrl,
  testServerPath,
}: {
  databaseUrl: string
  testServerPath: string
}): Promise<ClockStage> {
  const server = { executable: { type: 'existing-path' as const, path: testServerPath } }
  const [environment, bundle] = await Promise.all([TestWorkflowEnvironment.createTimeSkipping({ server }), loadWorkflowBundle()])
  const database = connectDatabase(databaseUrl, { max: 10 })
  const callers = await connectCallers(environment, database)
  const activities = createReviewActivities({ db: database.db })
  const query: ClockStage['query'] = async <Row extends object>(sql: string, ...values: unknown[]) =>
    (await database.pool.query<Row>(sql, values)).rows
  // No time passes while a workflow is at work: the runs must end, too.
  const stopWorker = await startWorker(environment, bundle, { ...activities, ...standInEngine(database) })
  const opened: ReviewRef[] = []
  const waits = waitsFor(environment, query)
  const now = () => environment.currentTimeMs()
  return {
    activities,
    client: callers.client,
    query,
    now,
    ...waits,
    open: async (policy, request) => {
      const ref = await openReview(database, later(policy, (await now()) - Date.now()), request)
      opened.push(ref)
      return ref
    },
    sleepDays: async (days) => {
      for (const ref of opened) await waits.untilTicking(ref)
      await environment.sleep(days * 86_400_000)
      for (const ref of opened) await waits.untilTicking(ref)
    },
    eventsOf: async ({ review }) => {
      const rows = await query<{ event: string }>('select event from countersign.audit where review = $1 order by seq', review)
      return rows.map(({ event }) => event)
    },
    close: async () => {
      await callers.close()
      await stopWorker()
      await environment.teardown()
      await database.close()
    },
  }
}

/** Those who tell the clocks: a client and a relay, as the product has them. */
async function connectCallers({ address }: TestWorkflowEnvironment, database: Database) {
  const temporal = await openTemporal({ address, namespace: 'default' })
  const log = { info: () => undefined, warn: () => undefined }
  const relay = createRelay({ database, client: temporal.client, log, intervalMs: 500 })
  relay.start()
  const where = { databaseUrl: database.url, temporalAddress: address, temporalNamespace: 'default' }
  const client = createClient({ ...where, tenant: TENANT, user: 'ada', blobs: '/nowhere', maxBytes: 1_000 })
  return {
    client,
    close: async () => {
      await relay.stop()
      await client.close()
      await temporal.connection.close()
    },
  }
}

function waitsFor({ client }: TestWorkflowEnvironment, query: ClockStage['query']): Pick<ClockStage, 'untilTicking' | 'untilEnded'> {
  const clockOf = ({ review }: ReviewRef) => client.workflow.getHandle(reviewClockWorkflowId(TENANT, review))
  const hasHeard = async ({ review }: ReviewRef) => {
    const owed = `select 1 from countersign.outbox where review = $1 and topic = 'clock' and done_at is null`
    return (await query(owed, review)).length === 0
  }
  return {
    untilTicking: async (ref) => {
      await until('the clock has read its review and rests', async () => (await hasHeard(ref)) && isAtRest(clockOf(ref)), PATIENCE)
    },
    untilEnded: async (ref) => {
      await until('the clock has ended', async () => (await hasHeard(ref)) && hasEnded(clockOf(ref)), PATIENCE)
    },
  }
}

const lastEventOf = async (handle: WorkflowHandle) => (await handle.fetchHistory()).events?.at(-1)
const hasEnded = async (handle: WorkflowHandle): Promise<boolean> =>
  !!(await lastEventOf(handle))?.workflowExecutionCompletedEventAttributes

/** It has ended, or waits for its timer. */
const isAtRest = async (handle: WorkflowHandle): Promise<boolean> =>
  !!(await lastEventOf(handle))?.timerStartedEventAttributes || (await hasEnded(handle))

/** The policy for a review that is opened so many milliseconds before its time: Postgres's clock does not skip. */
function later({ deadline, ...policy }: ReviewPolicy, ahead: number): ReviewPolicy {
  if (!deadline) return policy
  const seconds = Math.round(ahead / 1000)
  const { within, steps, last } = deadline
  const shifted = steps.map((step) => ({ ...step, after: step.after + seconds }))
  return {
    ...policy,
    deadline: { within: within + seconds, steps: shifted, last: last && { ...last, after: last.after + seconds } },
  }
}

async function startWorker(
  { nativeConnection: connection }: TestWorkflowEnvironment,
  workflowBundle: WorkflowBundleOption,
  activities: object,
): Promise<() => Promise<void>> {
  const worker = await Worker.create({ connection, taskQueue: DEFAULT_QUEUE, workflowBundle, activities })
  const finished = worker.run()
  return async () => {
    worker.shutdown()
    await finished
  }
}

async function openReview({ pool }: Database, policy: ReviewPolicy, request: Request = {}): Promise<ReviewRef> {
  const [run, checkpoint, task] = [newRunId(), 'c1', 't1']
  await pool.query(
    `insert into countersign.runs (id, tenant, graph, version, title, input, created_by, checkpoint, step, next)
     values ($1, $2, 'g', '1', 'g', '{}', 'ann', $3, 1, '{n}')`,
    [run, TENANT, checkpoint],
  )
  const store = createPostgresStore({ pool, claims: pool })
  const where = { tenant: TENANT, run, checkpoint, task, node: 'ask' }
  const { attempt } = await store.claim({ ...where, activity: 'a', activityAttempt: 1, worker: 'w' })
  if (!attempt) throw new Error('nothing was claimed')
  const asked = reviewRequest({
    kind: 'approval',
    title: 'Refund?',
    verbs: ['approve', 'edit', 'reject'],
    proposal: { amount: 12 },
    ...request,
    policy,
  })
  const [opened] = await store.commit(newAttemptScope(attempt), {
    status: 'waiting',
    reviews: [{ ...where, interrupt: 'i', request: asked }],
  })
  if (!opened) throw new Error('no review was opened')
  return { tenant: TENANT, run, review: opened.id }
}
