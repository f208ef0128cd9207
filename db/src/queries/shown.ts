import { and, eq } from 'drizzle-orm'
import type { DbOrTx } from '../connect.ts'
import { shown } from '../schema/index.ts'

/** The request that was shown under a hash; null where nothing was decided on it. */
export async function findShown(db: DbOrTx, where: { tenant: string; hash: string }): Promise<unknown> {
  const rows = await db
    .select({ request: shown.request })
    .from(shown)
    .where(and(eq(shown.tenant, where.tenant), eq(shown.hash, where.hash)))
  return rows[0]?.request ?? null
}
