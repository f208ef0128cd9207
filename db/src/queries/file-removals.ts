import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db, DbOrTx } from '../connect.ts'
import { fileLock } from './run-files.ts'

const LONGEST_PAUSE_SECONDS = 3_600

const owedSchema = z.array(z.object({ tenant: z.string(), hash: z.string() }))
/** A file of a deleted document that is still in the blob store. */
export type OwedRemoval = z.infer<typeof owedSchema>[number]

/**
 * Takes up to `limit` due removals of all tenants and sets when each is due again: after 2 s, 4 s … one hour. For the owner's connection.
 * Whoever dies with them loses nothing; those who ask at once take different ones.
 */
export async function claimRemovals(db: DbOrTx, { limit }: { limit: number }): Promise<OwedRemoval[]> {
  const result = await db.execute(sql`
    with due as (
      select tenant, hash from countersign.file_removals where next_at <= now() order by next_at limit ${limit} for update skip locked)
    update countersign.file_removals f
    set attempts = f.attempts + 1,
        next_at = now() + make_interval(secs => least(${LONGEST_PAUSE_SECONDS}, power(2, least(f.attempts + 1, 20))))
    from due where f.tenant = due.tenant and f.hash = due.hash
    returning f.tenant, f.hash`)
  return owedSchema.parse(result.rows)
}

/**
 * Removes one file, by `remove`, unless somebody of any tenant has it: nobody can put it away in the meantime. For the owner's connection,
 * which sees all tenants. False where it is needed. Safe to repeat.
 */
export async function settleRemoval(db: Db, { tenant, hash }: OwedRemoval, remove: () => Promise<void>): Promise<boolean> {
  return await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${fileLock(hash)})`)
    const needed = await tx.execute(sql`
      select from countersign.files where hash = ${hash} union all select from countersign.run_files where hash = ${hash} limit 1`)
    if (needed.rows.length === 0) await remove()
    await tx.execute(sql`delete from countersign.file_removals where tenant = ${tenant} and hash = ${hash}`)
    return needed.rows.length === 0
  })
}

/** Notes why a removal failed. */
export async function recordRemovalError(db: DbOrTx, { tenant, hash, error }: OwedRemoval & { error: string }): Promise<void> {
  await db.execute(
    sql`update countersign.file_removals set last_error = ${error.slice(0, 500)} where tenant = ${tenant} and hash = ${hash}`,
  )
}

/** Milliseconds until the next removal is due (0: one is due now), or null when none is owed. */
export async function nextRemovalIn(db: DbOrTx): Promise<number | null> {
  const result = await db.execute(
    sql`select (extract(epoch from min(next_at) - now()) * 1000)::float8 as ms from countersign.file_removals`,
  )
  const ms = z.array(z.object({ ms: z.number().nullable() })).parse(result.rows)[0]?.ms ?? null
  return ms === null ? null : Math.max(0, ms)
}
