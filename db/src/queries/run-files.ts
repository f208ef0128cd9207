import { type SQL, sql } from 'drizzle-orm'
import type { DbOrTx } from '../connect.ts'

/** What whoever puts a file away and whoever removes one from the store hold off each other with, by the file's hash. */
export const fileLock = (hash: string): SQL => sql`hashtextextended(${`file ${hash}`}, 0)`

/** Notes that a run puts a file into the blob store. To be called before it is written; safe to repeat. */
export async function noteRunFile(db: DbOrTx, { tenant, run, hash }: { tenant: string; run: string; hash: string }): Promise<void> {
  await db.execute(sql`
    with held as materialized (select pg_advisory_xact_lock_shared(${fileLock(hash)}))
    insert into countersign.run_files (tenant, run, hash) select ${tenant}, ${run}, ${hash} from held on conflict do nothing`)
}
