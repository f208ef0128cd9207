import { findDocument } from '@countersign/db'
import type { ClientContext } from './context.ts'
import { documentView } from './document-view.ts'
import { checkId, notFound } from './not-found.ts'
import type { DocumentView } from './types.ts'

/** One document. Throws `not_found`. */
export async function getDocument({ tenant, database }: ClientContext, document: string): Promise<DocumentView> {
  checkId('document', document)
  const row = await findDocument(database.db, { tenant, document })
  if (row === null) throw notFound('document', document)
  return documentView(row)
}
