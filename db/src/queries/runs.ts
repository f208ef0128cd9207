import { and, eq, type InferSelectModel, ilike, sql } from 'drizzle-orm'
import type { DbOrTx } from '../connect.ts'
import { type RunStatus, runs } from '../schema/index.ts'
import { containsPattern, cutPage, decodeCursor, pageSize } from './keyset.ts'

export type RunRow = InferSelectModel<typeof runs> & { openReviews: string[] }

/** A run in one of these states is over and takes no decision any more. */
export const ENDED_STATUSES: readonly RunStatus[] = ['done', 'aborted', 'cancelled']

export interface NewRun {
  tenant: string
  id: string
  graph: string
  version: string
  title: string
  input: unknown
  document: string | null
  createdBy: string
  clientKey: string | null
}

// Spelled out: drizzle leaves the table's name off the columns of a selection, and inside this one reviews would answer.
const openReviews = sql<string[]>`array(
  select v.id from countersign.reviews v
  where v.tenant = countersign.runs.tenant and v.run = countersign.runs.id and v.status = 'open'
  order by v.opened_at, v.id)`

const columns = {
  id: runs.id,
  tenant: runs.tenant,
  graph: runs.graph,
  version: runs.version,
  title: runs.title,
  status: runs.status,
  input: runs.input,
  checkpoint: runs.checkpoint,
  step: runs.step,
  next: runs.next,
  document: runs.document,
  parentRun: runs.parentRun,
  parentCheckpoint: runs.parentCheckpoint,
  root: runs.root,
  fork: runs.fork,
  sandbox: runs.sandbox,
  bulk: runs.bulk,
  hold: runs.hold,
  thinned: runs.thinned,
  thinnedAt: runs.thinnedAt,
  error: runs.error,
  partial: runs.partial,
  createdBy: runs.createdBy,
  clientKey: runs.clientKey,
  createdAt: runs.createdAt,
  updatedAt: runs.updatedAt,
  finishedAt: runs.finishedAt,
  openReviews,
}

/** Inserts a run; false when the tenant has one with this client key already (then nothing is written). */
export async function insertRun(db: DbOrTx, run: NewRun): Promise<boolean> {
  const rows = await db
    .insert(runs)
    .values(run)
    .onConflictDoNothing({ target: [runs.tenant, runs.clientKey] })
    .returning({ id: runs.id })
  return rows.length > 0
}

export async function findRun(db: DbOrTx, where: { tenant: string; run: string }): Promise<RunRow | null> {
  const rows = await db
    .select(columns)
    .from(runs)
    .where(and(eq(runs.tenant, where.tenant), eq(runs.id, where.run)))
  return rows[0] ?? null
}

export async function findRunByClientKey(
  db: DbOrTx,
  where: { tenant: string; clientKey: string },
): Promise<{ id: string; graph: string; document: string | null } | null> {
  const rows = await db
    .select({ id: runs.id, graph: runs.graph, document: runs.document })
    .from(runs)
    .where(and(eq(runs.tenant, where.tenant), eq(runs.clientKey, where.clientKey)))
  return rows[0] ?? null
}

/** A page of runs, newest first; replays only where they are asked for, by themselves or as a bulk. Stable while runs are added: what is new comes before the first page. */
export async function listRuns(
  db: DbOrTx,
  filter: {
    tenant: string
    status?: RunStatus
    graph?: string
    bulk?: string
    sandbox?: boolean
    text?: string
    after?: string
    limit?: number
  },
): Promise<{ items: RunRow[]; next: string | null }> {
  const limit = pageSize(filter.limit)
  const after = filter.after === undefined ? null : decodeCursor(filter.after)
  const rows = await db
    .select(columns)
    .from(runs)
    .where(
      and(
        eq(runs.tenant, filter.tenant),
        filter.status && eq(runs.status, filter.status),
        filter.graph ? eq(runs.graph, filter.graph) : undefined,
        filter.bulk ? eq(runs.bulk, filter.bulk) : undefined,
        filter.bulk && filter.sandbox === undefined ? undefined : eq(runs.sandbox, filter.sandbox ?? false),
        filter.text ? ilike(runs.title, containsPattern(filter.text)) : undefined,
        after
          ? sql`${runs.createdAt} <= ${after.at.toISOString()}::timestamptz
              and (${runs.createdAt} < ${after.at.toISOString()}::timestamptz or ${runs.id} > ${after.id})`
          : undefined,
      ),
    )
    // As the index has it: with plain `desc` Postgres would sort.
    .orderBy(sql`${runs.createdAt} desc nulls last`, runs.id)
    .limit(limit + 1)
  return cutPage(rows, limit, (row) => ({ at: row.createdAt, id: row.id }))
}

/** How many runs the tenant has in each state. */
export async function countRuns(db: DbOrTx, where: { tenant: string }): Promise<Record<RunStatus, number>> {
  const rows = await db
    .select({ status: runs.status, count: sql<number>`count(*)::int` })
    .from(runs)
    .where(eq(runs.tenant, where.tenant))
    .groupBy(runs.status)
  const counts: Record<RunStatus, number> = { running: 0, waiting: 0, parked: 0, done: 0, aborted: 0, cancelled: 0 }
  for (const row of rows) counts[row.status] = row.count
  return counts
}
