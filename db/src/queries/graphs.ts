import { and, asc, desc, eq, type InferSelectModel } from 'drizzle-orm'
import type { DbOrTx } from '../connect.ts'
import { graphs } from '../schema/index.ts'

export type GraphRow = InferSelectModel<typeof graphs>

/** The graph of a name, at `version` or else the one registered last. Graphs belong to the installation, not to a tenant. */
export async function findGraph(db: DbOrTx, where: { name: string; version?: string }): Promise<GraphRow | null> {
  const rows = await db
    .select()
    .from(graphs)
    .where(and(eq(graphs.name, where.name), where.version === undefined ? undefined : eq(graphs.version, where.version)))
    .orderBy(desc(graphs.registeredAt), desc(graphs.version))
    .limit(1)
  return rows[0] ?? null
}

/** Every registered graph, by name, newest registration first. */
export async function listGraphs(db: DbOrTx): Promise<GraphRow[]> {
  return await db.select().from(graphs).orderBy(asc(graphs.name), desc(graphs.registeredAt), desc(graphs.version))
}
