import { and, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { DbOrTx } from '../connect.ts'
import { type RunStatus, runs } from '../schema/index.ts'

/** Which runs: all that fit every criterion. */
export interface RunSetFilter {
  runs?: string[]
  graph?: string
  version?: string
  status?: RunStatus
  node?: string
  code?: string
  since?: Date
  until?: Date
}

/** The ids of the runs of a set, newest first, at most `limit`, and how many there are. Replays are in it only where they are named. */
export async function listRunSet(
  db: DbOrTx,
  { tenant, limit, ...filter }: RunSetFilter & { tenant: string; limit: number },
): Promise<{ runs: string[]; matched: number }> {
  const rows = await db
    .select({ id: runs.id, matched: sql<number>`(count(*) over ())::int` })
    .from(runs)
    .where(
      and(
        eq(runs.tenant, tenant),
        filter.runs ? inArray(runs.id, filter.runs) : eq(runs.sandbox, false),
        filter.graph === undefined ? undefined : eq(runs.graph, filter.graph),
        filter.version === undefined ? undefined : eq(runs.version, filter.version),
        filter.status && eq(runs.status, filter.status),
        filter.since && gte(runs.createdAt, filter.since),
        filter.until && lt(runs.createdAt, filter.until),
        failedAt(filter),
      ),
    )
    .orderBy(sql`${runs.createdAt} desc nulls last`, runs.id)
    .limit(limit)
  return { runs: rows.map(({ id }) => id), matched: rows[0]?.matched ?? 0 }
}

/** Parked at the node with the error, or ended there by a person: the row of a run that was ended does not say any more what stopped it. */
function failedAt({ node, code }: RunSetFilter): SQL | undefined {
  if (node === undefined && code === undefined) return undefined
  const of = (errorNode: SQL, errorCode: SQL) =>
    and(node === undefined ? sql`true` : sql`${errorNode} = ${node}`, code === undefined ? sql`true` : sql`${errorCode} = ${code}`)
  return sql`(
    (${runs.status} = 'parked' and ${of(sql`${runs.error}->>'node'`, sql`${runs.error}->>'code'`)})
    or (${runs.status} in ('aborted', 'cancelled') and exists (
      select 1 from countersign.attempts x
      where x.tenant = ${tenantOfRun} and x.run = ${idOfRun} and x.status = 'failed' and ${of(sql`x.node`, sql`x.error->>'code'`)})))`
}

// Spelled out: drizzle leaves the table's name off the columns of a selection, and inside this one the attempts would answer.
const tenantOfRun = sql.raw('countersign.runs.tenant')
const idOfRun = sql.raw('countersign.runs.id')

/** The checkpoint from which a node was last tried in a run; null where it never was. */
export async function findCheckpointBefore(
  db: DbOrTx,
  { tenant, run, node }: { tenant: string; run: string; node: string },
): Promise<string | null> {
  const result = await db.execute<{ checkpoint: string | null }>(sql`
    select max(checkpoint) as checkpoint from countersign.attempts
    where tenant = ${tenant} and run = ${run} and node = ${node} and task <> node and checkpoint <> ''`)
  return result.rows[0]?.checkpoint ?? null
}
