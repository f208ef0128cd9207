import { setDocumentHold } from '@countersign/db'
import type { ClientContext } from '../context.ts'
import { checkId, notFound } from '../not-found.ts'
import { parseReason } from './parse-reason.ts'

/**
 * Sets or lifts a legal hold on a document: while it stands, neither it nor any of its runs is deleted. Audited with the reason. Safe to
 * repeat. Throws `not_found`, `invalid_input`.
 */
export async function holdDocument(context: ClientContext, document: string, hold: boolean, reason?: string): Promise<void> {
  const { tenant, user, database } = context
  checkId('document', document)
  const change = { tenant, document, hold, reason: parseReason(reason), by: user }
  if (!(await database.db.transaction((tx) => setDocumentHold(tx, change)))) throw notFound('document', document)
}
