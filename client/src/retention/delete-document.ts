import { deleteDocument as removeDocument } from '@countersign/db'
import { CountersignError, said } from '@countersign/workflows/contract'
import { z } from 'zod'
import type { ClientContext } from '../context.ts'
import { checkId, notFound } from '../not-found.ts'
import { parseInput } from '../parse-input.ts'
import type { DeletedDocument } from '../schemas/retention.ts'
import { checkText } from '../storable.ts'

const reasonSchema = z.object({ reason: z.string().trim().min(1).max(4000) })

/**
 * Deletes a document and all that was made of it: pages, chunks, extraction, its runs with their checkpoints, forks and replays, reviews,
 * answers and comments. The rows go at once and together; files that no other document has are taken out of the blob store by a worker,
 * seconds later. The audit log keeps its entries, which hold no text of the document, and one more with the reason. Throws `not_found`
 * (also the second time), `on_hold`, `conflict` while a run of it has not ended, `invalid_input`.
 */
export async function deleteDocument(context: ClientContext, document: string, reason: string): Promise<DeletedDocument> {
  const { tenant, user, database } = context
  checkId('document', document)
  const why = parseInput(reasonSchema, { reason }).reason
  checkText('The reason', why)
  const result = await removeDocument(database.db, { tenant, document, reason: why, by: user })
  switch (result.outcome) {
    case 'missing':
      throw notFound('document', document)
    case 'held':
      throw onHold(document, result.run)
    case 'alive':
      throw notEnded(document, result.runs)
    case 'deleted':
      return { runs: result.runs, chunks: result.chunks, files: result.files }
  }
}

const onHold = (document: string, run: string | null): CountersignError =>
  new CountersignError('on_hold', run === null ? said('retention.held') : said('retention.heldRun', { run }), { document, run })

function notEnded(document: string, runs: { id: string; status: string }[]): CountersignError {
  const { id: run = '', status = '' } = runs[0] ?? {}
  return new CountersignError('conflict', said('retention.alive', { run, status, count: runs.length }), {
    document,
    runs: runs.slice(0, 20).map(({ id }) => id),
  })
}
