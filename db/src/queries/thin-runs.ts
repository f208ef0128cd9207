import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db, DbOrTx } from '../connect.ts'
import { dueRuns, LOST, type Lost, lostRows, tableOf } from './retention-rules.ts'

export interface BatchSize {
  /** A batch deletes so many rows of one table at most… */
  rows: number
  /** …and stops at the row with which it passes so many stored bytes. */
  bytes: number
}
const USUAL: BatchSize = { rows: 1_000, bytes: 32_000_000 }

const dueSchema = z.array(z.object({ run: z.string(), keep: z.enum(['ends', 'none']) }))
/** A run whose checkpoints are to go, all but what `keep` says. */
export type DueRun = z.infer<typeof dueSchema>[number]

/** The runs of which something goes now, those that ended first first. */
export async function listDueRuns(db: DbOrTx, { tenant }: { tenant: string }): Promise<DueRun[]> {
  const result = await db.execute(sql`
    select d.run, d.keep from (${dueRuns(tenant)}) d join countersign.runs r on r.id = d.run
     where d.kept is null order by r.finished_at, d.run`)
  return dueSchema.parse(result.rows)
}

/** What one batch took away. `more`: there is more to take away of this run. Null: it is not due any more, or somebody else is at it. */
export type ThinnedBatch = { checkpoints: number; bytes: number; lost: boolean; more: boolean } | null

/**
 * Takes one batch of rows of a run away, in one short transaction, and counts it in the sweep. Holds nothing but rows of this run, which
 * has ended: no commit of another waits for it. Checkpoints go before their values, so that those which are left can be read at any
 * moment. `before`: an earlier batch of this sweep took something of it. Safe to repeat, to run beside itself and to be killed.
 */
export async function thinRun(
  db: Db,
  { tenant, run, keep, sweep, before }: DueRun & { tenant: string; sweep: string; before: boolean },
  size: BatchSize = USUAL,
): Promise<ThinnedBatch> {
  return await db.transaction(async (tx) => {
    if (!(await holdDueRun(tx, { tenant, run, keep }))) return null
    const gone = sql`(select ${run}::text as run, ${keep}::text as keep)`
    let [checkpoints, bytes, lost, more] = [0, 0, before, false]
    for (const what of LOST) {
      const removed = await removeRows(tx, what, gone, size)
      if (what === 'checkpoints') checkpoints = removed.rows
      bytes += removed.bytes
      lost ||= removed.rows > 0
      more = removed.rows >= size.rows || removed.bytes >= size.bytes
      if (more) break
    }
    if (!more) await tx.execute(sql`update countersign.runs set thinned_at = now() where tenant = ${tenant} and id = ${run}`)
    const whole = lost && !more ? 1 : 0
    await tx.execute(sql`
      update countersign.retention_sweeps
         set runs = runs + ${whole}, checkpoints = checkpoints + ${checkpoints}, bytes = bytes + ${bytes}, touched_at = now()
       where tenant = ${tenant} and id = ${sweep}`)
    return { checkpoints, bytes, lost, more }
  })
}

/**
 * Locks a run that is due, and says on its row that it is being thinned: whoever forks it, holds it or opens a fork of it comes before or
 * after. False where one of them came before, or another sweep has it.
 */
async function holdDueRun(tx: DbOrTx, { tenant, run, keep }: DueRun & { tenant: string }): Promise<boolean> {
  const held = await tx.execute(sql`select from countersign.runs where tenant = ${tenant} and id = ${run} for update skip locked`)
  if (held.rows.length === 0) return false
  // A statement of its own: it sees what was committed before the lock.
  const marked = await tx.execute(sql`
    update countersign.runs r set thinned = ${keep}, thinned_at = null
      from (${dueRuns(tenant)} and r.id = ${run}) d where r.id = d.run and d.kept is null and d.keep = ${keep}`)
  return marked.rowCount === 1
}

const removedSchema = z.tuple([z.object({ rows: z.coerce.number(), bytes: z.coerce.number() })])

async function removeRows(tx: DbOrTx, what: Lost, gone: SQL, size: BatchSize): Promise<{ rows: number; bytes: number }> {
  const result = await tx.execute(sql`
    with lost as materialized (
      select place, size from (
        select place, size, sum(size) over (order by place rows unbounded preceding) - size as before from (${lostRows(what, gone)}) every
      ) summed where before < ${size.bytes} order by place limit ${size.rows}
    ), removed as (
      delete from ${tableOf(what)} t using lost where t.ctid = lost.place returning lost.size
    )
    select count(*) as rows, coalesce(sum(size), 0) as bytes from removed`)
  return removedSchema.parse(result.rows)[0]
}
