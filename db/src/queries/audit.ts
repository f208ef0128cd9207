import type { AuditEvent } from '@countersign/workflows/contract'
import type { DbOrTx } from '../connect.ts'
import { audit } from '../schema/index.ts'

/** An event, who did it, and what it was done to. Ids and small values only; never document text. */
export type AuditEntry = AuditEvent & {
  tenant: string
  actor: string
  run?: string | null
  review?: string | null
  document?: string | null
}

/** Adds to the append-only record; to be called in the transaction that does what it records. */
export async function appendAudit(tx: DbOrTx, entry: AuditEntry): Promise<void> {
  await tx.insert(audit).values(entry)
}
