import { findRun, type LineageRow, listLineage } from '@countersign/db'
import type { ClientContext } from '../context.ts'
import { checkId, notFound } from '../not-found.ts'
import type { Lineage, LineageRun } from '../schemas/time-travel.ts'

/** The whole tree of forks that a run belongs to, parents before their forks, at most 500. Throws `not_found`. */
export async function getLineage({ tenant, database: { db } }: ClientContext, run: string): Promise<Lineage> {
  checkId('run', run)
  const row = await findRun(db, { tenant, run })
  if (row === null) throw notFound('run', run)
  const root = row.root ?? row.id
  const rows = await listLineage(db, { tenant, run, root })
  return { root, runs: rows.map(lineageRun) }
}

const lineageRun = ({ fork, createdAt, ...row }: LineageRow): LineageRun => ({
  ...row,
  parentStep: fork?.step ?? null,
  nodes: fork?.nodes ?? [],
  edited: fork?.edited ?? [],
  reason: fork?.reason ?? null,
  createdAt: createdAt.toISOString(),
})
