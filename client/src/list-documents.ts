import { listDocuments as queryDocuments } from '@countersign/db'
import type { ClientContext } from './context.ts'
import { documentView } from './document-view.ts'
import { checkText } from './storable.ts'
import type { DocumentView, Page } from './types.ts'

/** A page of documents, newest first. Throws `invalid_input` for a malformed cursor or limit. */
export async function listDocuments(
  { tenant, database }: ClientContext,
  filter: { text?: string; after?: string; limit?: number } = {},
): Promise<Page<DocumentView>> {
  checkText('The filter', filter.text ?? '')
  const page = await queryDocuments(database.db, { ...filter, tenant })
  return { items: page.items.map(documentView), next: page.next }
}
