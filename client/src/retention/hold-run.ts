import { setRunHold } from '@countersign/db'
import type { ClientContext } from '../context.ts'
import { checkId, notFound } from '../not-found.ts'
import { parseReason } from './parse-reason.ts'

/**
 * Sets or lifts a legal hold: while it stands, nothing of the run is deleted, by policy or with its document. Audited with the reason.
 * Safe to repeat: what is so already is recorded once. Throws `not_found`, `invalid_input`.
 */
export async function holdRun({ tenant, user, database }: ClientContext, run: string, hold: boolean, reason?: string): Promise<void> {
  checkId('run', run)
  const change = { tenant, run, hold, reason: parseReason(reason), by: user }
  if (!(await database.db.transaction((tx) => setRunHold(tx, change)))) throw notFound('run', run)
}
