import { and, eq } from 'drizzle-orm'
import type { DbOrTx } from '../connect.ts'
import { files } from '../schema/index.ts'

/** Records that the tenant may read a file of the blob store. Safe to repeat; the first mime type stays. */
export async function recordFile(db: DbOrTx, file: { tenant: string; hash: string; mime: string; bytes: number }): Promise<void> {
  await db.insert(files).values(file).onConflictDoNothing()
}

export async function findFile(db: DbOrTx, where: { tenant: string; hash: string }): Promise<{ mime: string; bytes: number } | null> {
  const rows = await db
    .select({ mime: files.mime, bytes: files.bytes })
    .from(files)
    .where(and(eq(files.tenant, where.tenant), eq(files.hash, where.hash)))
  return rows[0] ?? null
}
