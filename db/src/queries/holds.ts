import { sql } from 'drizzle-orm'
import type { DbOrTx } from '../connect.ts'
import { announceChanges } from '../notify.ts'
import { appendAudit } from './audit.ts'

interface Hold {
  tenant: string
  hold: boolean
  reason: string | null
  by: string
}

/** Sets or lifts the legal hold of a run. False where there is no such run. Changes and records nothing where it is so already. To be called in a transaction. */
export async function setRunHold(tx: DbOrTx, { tenant, run, hold, reason, by }: Hold & { run: string }): Promise<boolean> {
  const found = await tx.execute(sql`select hold from countersign.runs where tenant = ${tenant} and id = ${run} for no key update`)
  if (found.rows.length === 0) return false
  if (found.rows[0]?.hold === hold) return true
  await tx.execute(sql`update countersign.runs set hold = ${hold} where tenant = ${tenant} and id = ${run}`)
  const what = hold ? ({ event: 'run.held', data: { reason } } as const) : ({ event: 'run.released', data: { reason } } as const)
  await appendAudit(tx, { tenant, actor: by, run, ...what })
  await announceChanges(tx, [{ tenant, kind: 'run', id: run, run }])
  return true
}

/**
 * Keeps a run from being thinned or deleted until the transaction ends; commits of its own go on. False where it is gone. For whoever copies
 * its checkpoints.
 */
export async function keepRun(tx: DbOrTx, { tenant, run }: { tenant: string; run: string }): Promise<boolean> {
  const kept = await tx.execute(sql`select from countersign.runs where tenant = ${tenant} and id = ${run} for key share`)
  return kept.rows.length > 0
}

/** Sets or lifts the legal hold of a document, as {@link setRunHold} does. */
export async function setDocumentHold(tx: DbOrTx, { tenant, document, hold, reason, by }: Hold & { document: string }): Promise<boolean> {
  const found = await tx.execute(
    sql`select hold from countersign.documents where tenant = ${tenant} and id = ${document} for no key update`,
  )
  if (found.rows.length === 0) return false
  if (found.rows[0]?.hold === hold) return true
  await tx.execute(sql`update countersign.documents set hold = ${hold} where tenant = ${tenant} and id = ${document}`)
  const what = hold ? ({ event: 'document.held', data: { reason } } as const) : ({ event: 'document.released', data: { reason } } as const)
  await appendAudit(tx, { tenant, actor: by, document, ...what })
  await announceChanges(tx, [{ tenant, kind: 'document', id: document, run: null }])
  return true
}
