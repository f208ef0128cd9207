import { sql } from 'drizzle-orm'
import type { DbOrTx } from './connect.ts'

/** What changed; readers fetch the rest themselves. */
export interface Change {
  tenant: string
  kind: 'run' | 'review' | 'document' | 'audit' | 'batch'
  id: string
  run: string | null
}

/** Postgres channel of {@link Change}s, as JSON. */
export const CHANGES_CHANNEL = 'countersign'
/** Postgres channel that says the outbox has a new row; no payload. */
export const OUTBOX_CHANNEL = 'countersign_outbox'

/** Announces changes to every listener once the transaction commits; never when it rolls back. */
export async function announceChanges(tx: DbOrTx, changes: Change[]): Promise<void> {
  if (changes.length === 0) return
  const payloads = changes.map((change) => JSON.stringify({ tenant: change.tenant, kind: change.kind, id: change.id, run: change.run }))
  await tx.execute(
    sql`select pg_notify(${CHANGES_CHANNEL}, payload) from jsonb_array_elements_text(${JSON.stringify(payloads)}::jsonb) as payload`,
  )
}
