import { type Revision, receiveDocument } from '@countersign/db'
import { CountersignError } from '@countersign/workflows/contract'
import type { RunContext } from '../../engine/run-context.ts'
import type { IngestDeps } from './ingest-deps.ts'

/**
 * Records bytes that a node fetched itself and answers their document. A replay changes no document: what it fetched is recorded with it,
 * and it goes on with the document that its parent made. Throws `invalid_input` where there is none. Safe to retry.
 */
export async function receiveFetched(
  { db }: Pick<IngestDeps, 'db'>,
  { tenant, run, document, effect }: RunContext,
  fetched: Omit<Revision, 'tenant' | 'run'> & { uri: string; mime: string; promised: string | null },
): Promise<{ document: string }> {
  const { uri, hash, kind, bytes, promised } = fetched
  const received = await effect('document', { uri, hash, kind, bytes }, () => receiveDocument(db, { ...fetched, tenant, run }))
  if (received) return received
  const known = promised ?? document
  if (known) return { document: known }
  throw new CountersignError('invalid_input', `A replay makes no document: replay a run that has fetched ${uri} before.`, { uri })
}
