import { and, asc, eq, sql } from 'drizzle-orm'
import type { DbOrTx } from '../connect.ts'
import { graphs, workers } from '../schema/index.ts'

/** A worker that has not been heard of for so long is dead, frozen or cut off. They tell every 4 s. */
export const SILENT_SECONDS = 14
const FORGOTTEN_DAYS = 1

export interface WorkerRow {
  id: string
  queues: string[]
  graphs: string[]
  clockMs: number
  startedAt: Date
  seenAt: Date
  /** Heard of lately. */
  alive: boolean
}

export interface WorkerCall {
  id: string
  queues: string[]
  graphs: string[]
}

/** A worker says that it is there, and what time it has: how far its clock is ahead of Postgres's is kept. Forgets workers silent for a day. */
export async function recordWorker(db: DbOrTx, { id, queues, graphs }: WorkerCall): Promise<void> {
  const clock = sql`(${Date.now()}::float8 - extract(epoch from clock_timestamp()) * 1000)::int`
  await db
    .insert(workers)
    .values({ id, queues, graphs, clockMs: clock })
    .onConflictDoUpdate({ target: workers.id, set: { queues, graphs, clockMs: clock, seenAt: sql`now()` } })
  await db.delete(workers).where(sql`${workers.seenAt} < now() - make_interval(days => ${FORGOTTEN_DAYS})`)
}

/** A worker that stops in order says so. */
export async function removeWorker(db: DbOrTx, { id }: { id: string }): Promise<void> {
  await db.delete(workers).where(eq(workers.id, id))
}

/** The workers that were heard of within a day. They belong to the installation, not to a tenant. */
export async function listWorkers(db: DbOrTx): Promise<WorkerRow[]> {
  return await db
    .select({
      id: workers.id,
      queues: workers.queues,
      graphs: workers.graphs,
      clockMs: workers.clockMs,
      startedAt: workers.startedAt,
      seenAt: workers.seenAt,
      alive: sql<boolean>`${workers.seenAt} > now() - make_interval(secs => ${SILENT_SECONDS})`,
    })
    .from(workers)
    .orderBy(asc(workers.startedAt), asc(workers.id))
}

/** Which nodes of a registered graph have a task queue of their own, and which. */
export async function recordQueues(
  db: DbOrTx,
  { name, version, queues }: { name: string; version: string; queues: Record<string, string> },
): Promise<void> {
  await db
    .update(graphs)
    .set({ queues })
    .where(and(eq(graphs.name, name), eq(graphs.version, version)))
}
