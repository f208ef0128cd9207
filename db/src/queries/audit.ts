import type { DbOrTx } from '../connect.ts'
import { audit } from '../schema/index.ts'

/** Ids and small values only; never document text. */
export interface AuditEntry {
  tenant: string
  actor: string
  event: string
  run?: string | null
  review?: string | null
  document?: string | null
  data: Record<string, unknown>
}

/** Adds to the append-only record; to be called in the transaction that does what it records. */
export async function appendAudit(tx: DbOrTx, entry: AuditEntry): Promise<void> {
  await tx.insert(audit).values(entry)
}
