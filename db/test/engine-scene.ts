import { randomUUID } from 'node:crypto'
import { type ReviewRequest, reviewRequest } from '@countersign/workflows/contract'
import { createTestDatabase, type TestDatabase } from '../../infra/test/database.ts'
import { type AttemptScope, newAttemptScope } from '../src/checkpointer/attempt-scope.ts'
import { connectDatabase, type Database } from '../src/connect.ts'
import { type Claim, claimAttempt } from '../src/engine/claim-attempt.ts'
import { createPostgresStore, type EngineStore } from '../src/engine/engine-store.ts'
import type { NewReview } from '../src/engine/open-review.ts'

export const TENANT = 'acme'
export const HEAD = 'checkpoint-1'

let created: TestDatabase
let database: Database
export let store: EngineStore
/** The run of the test that runs. */
export let run: string

export async function openScene(): Promise<void> {
  created = await createTestDatabase()
  database = connectDatabase(created.url, { max: 20 })
  store = createPostgresStore({ pool: database.pool, claims: database.pool })
}

export async function closeScene(): Promise<void> {
  await database.close()
  await created.drop()
}

/** A run in the middle of its graph, fresh for each test. */
export async function beginTest(): Promise<void> {
  run = await addRun()
}

export const query = async (sql: string, ...values: unknown[]): Promise<Record<string, unknown>[]> =>
  (await database.pool.query(sql, values)).rows
export const only = async (sql: string, ...values: unknown[]) => (await query(sql, ...values))[0]
export const statusOf = async (id: string) => (await only('select status from countersign.runs where id = $1', id))?.status
export const attemptsOf = (task: string) =>
  query('select fence, status from countersign.attempts where run = $1 and task = $2 order by fence', run, task)

async function addRun(): Promise<string> {
  const id = randomUUID()
  await query(
    `insert into countersign.runs (id, tenant, graph, version, title, input, created_by, checkpoint, step, next)
     values ($1, $2, 'g', '1', 'g', '{}', 'ann', $3, 1, '{n}')`,
    id,
    TENANT,
    HEAD,
  )
  await query(`insert into countersign.outbox (tenant, topic, run) values ($1, 'start', $2)`, TENANT, id)
  return id
}

export const claimOf = (task: string, more: { activity?: string; activityAttempt?: number; tenant?: string; checkpoint?: string } = {}) =>
  claimAttempt(database.pool, {
    tenant: TENANT,
    run,
    checkpoint: HEAD,
    task,
    node: 'n',
    activity: randomUUID(),
    activityAttempt: 1,
    worker: 'w',
    ...more,
  })

export const scopeOf = ({ attempt }: Claim): AttemptScope => {
  if (!attempt) throw new Error('nothing was claimed')
  return newAttemptScope(attempt)
}
export const attempt = async (task: string) => scopeOf(await claimOf(task))

export const question = (task: string, interrupt = 'i'): NewReview => ({
  checkpoint: HEAD,
  task,
  node: 'n',
  interrupt,
  request: reviewRequest({ kind: 'approval', title: 'Well?', verbs: ['approve'], proposal: null }),
})

/** Decides as `client.decide` does. */
export async function decide(review: string, verb = 'approve'): Promise<void> {
  await query(`update countersign.reviews set status = 'decided', verb = $2 where id = $1`, review, verb)
  await query(
    `insert into countersign.decisions (id, tenant, review, verb, by) values ('d' || $1::text, $2, $1, $3, 'bob')`,
    review,
    TENANT,
    verb,
  )
  await query(`insert into countersign.outbox (tenant, topic, run, review) values ($1, 'decided', $2, $3)`, TENANT, run, review)
}

export const owed = async () =>
  (await query('select topic from countersign.outbox where run = $1 and done_at is null order by id', run)).map(({ topic }) => topic)

export async function ask(task: string, interrupt?: string): Promise<string> {
  const [opened] = await store.commit(await attempt(task), { status: 'waiting', reviews: [question(task, interrupt)] })
  if (!opened) throw new Error('no review was opened')
  return opened.id
}

const incident = (attempts: number): ReviewRequest =>
  reviewRequest({ kind: 'incident', title: `gave up after ${attempts}`, verbs: ['retry'], proposal: null })
export const parkAt = (task: string, more: { checkpoint?: string; tenant?: string } = {}) =>
  store.park({ tenant: TENANT, run, checkpoint: HEAD, task, node: 'n', code: 'full', message: 'The disk is full.', ...more }, incident)
