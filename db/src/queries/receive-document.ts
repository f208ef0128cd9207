import { newDocumentId } from '@countersign/workflows/contract'
import { and, eq } from 'drizzle-orm'
import type { Db } from '../connect.ts'
import { announceChanges } from '../notify.ts'
import { runs } from '../schema/index.ts'
import { insertDocument, lockDocumentByHash, type Revision, reviseDocument } from './documents.ts'
import { recordFile } from './files.ts'
import { findDocumentOfSource, recordSource } from './sources.ts'

/**
 * Records bytes that a run fetched from `uri` itself, in one transaction: the document they belong to (the one with these bytes,
 * else the one this address held before, else a new one, with the id that was promised for it), the file, the source, and the run's
 * document. Safe to repeat.
 */
export async function receiveDocument(
  db: Db,
  received: Revision & { uri: string; mime: string; promised?: string | null },
): Promise<{ document: string }> {
  const { uri, mime, promised, ...revision } = received
  const { tenant, hash, bytes, run } = revision
  return await db.transaction(async (tx) => {
    const same = await lockDocumentByHash(tx, { tenant, hash })
    const earlier = same === null ? await findDocumentOfSource(tx, { tenant, uri }) : null
    const document = same?.id ?? earlier ?? promised ?? newDocumentId()
    const revised = same !== null || (earlier !== null && (await reviseDocument(tx, { ...revision, document })))
    if (!revised) await insertDocument(tx, { ...revision, id: document, documentType: null, language: null })
    await recordFile(tx, { tenant, hash, mime, bytes })
    await recordSource(tx, { tenant, uri, document })
    await tx
      .update(runs)
      .set({ document })
      .where(and(eq(runs.tenant, tenant), eq(runs.id, run)))
    await announceChanges(tx, [{ tenant, kind: 'document', id: document, run }])
    return { document }
  })
}
