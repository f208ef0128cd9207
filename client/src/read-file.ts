import { findFile } from '@countersign/db'
import type { ClientContext } from './context.ts'
import { checkId, notFound } from './not-found.ts'

/** A file that this tenant owns, by its content's hash. Throws `not_found`, also for one that only another tenant owns. */
export async function readFile({ tenant, database, blobs }: ClientContext, hash: string): Promise<{ bytes: Uint8Array; mime: string }> {
  checkId('file', hash)
  const file = await findFile(database.db, { tenant, hash })
  if (file === null) throw notFound('file', hash)
  return { bytes: await blobs.get(hash), mime: file.mime }
}
