import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { DbOrTx } from '../connect.ts'
import { files } from '../schema/index.ts'
import { fileLock } from './run-files.ts'

/** What whoever records a file and whoever deletes a document of the same tenant hold off each other with. */
export const filesLock = (tenant: string): SQL => sql`hashtextextended(${`files of ${tenant}`}, 0)`

/**
 * Records that the tenant may read a file of the blob store. Safe to repeat; the first mime type stays. Until the transaction ends, nobody
 * removes the file from the store: whoever put it there before looks afterwards whether it is still there.
 */
export async function recordFile(db: DbOrTx, file: { tenant: string; hash: string; mime: string; bytes: number }): Promise<void> {
  const { tenant, hash, mime, bytes } = file
  await db.execute(sql`
    with held as materialized (select pg_advisory_xact_lock_shared(${filesLock(tenant)}), pg_advisory_xact_lock_shared(${fileLock(hash)}))
    insert into countersign.files (tenant, hash, mime, bytes) select ${tenant}, ${hash}, ${mime}, ${bytes}::bigint from held
    on conflict do nothing`)
}

export async function findFile(db: DbOrTx, where: { tenant: string; hash: string }): Promise<{ mime: string; bytes: number } | null> {
  const rows = await db
    .select({ mime: files.mime, bytes: files.bytes })
    .from(files)
    .where(and(eq(files.tenant, where.tenant), eq(files.hash, where.hash)))
  return rows[0] ?? null
}
