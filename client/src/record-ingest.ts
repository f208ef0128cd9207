import {
  announceChanges,
  appendAudit,
  type Database,
  type DbOrTx,
  findDocumentOfSource,
  insertDocument,
  lockDocumentByHash,
  type Revision,
  recordFile,
  recordSource,
  reviseDocument,
  violatedIndex,
} from '@countersign/db'
import { newDocumentId } from '@countersign/workflows/contract'
import { type IngestRunInput, runSettings } from './ingest-settings.ts'
import { recordRun } from './start-run.ts'
import type { IngestResult, IngestSettings } from './types.ts'

export interface ReceivedFile {
  revision: Revision
  mime: string
  uri: string
  user: string
  settings: IngestSettings
  graph: { name: string; version: string }
}

/** The client key belongs to another run: nothing of this transaction may stay. */
export class ClientKeyTaken extends Error {}

/** A run that ended without a result: the same bytes may be tried again. */
const FRUITLESS = ['aborted', 'cancelled']
const TRIES = 3

/**
 * Records a received file: document, file, source, run, audit entries and the message to Temporal, in one transaction.
 * Of two callers with the same bytes at once, one records them and the other finds a duplicate. Throws {@link ClientKeyTaken}.
 */
export async function recordIngest({ db }: Database, received: ReceivedFile): Promise<IngestResult> {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await db.transaction((tx) => recordOnce(tx, received))
    } catch (error) {
      // Another caller inserted these very bytes after we looked: now they are there to be found.
      if (violatedIndex(error) !== 'documents_hash' || left === 1) throw error
    }
  }
}

async function recordOnce(tx: DbOrTx, received: ReceivedFile): Promise<IngestResult> {
  const { revision, uri, settings } = received
  const { tenant, hash } = revision
  const same = await lockDocumentByHash(tx, { tenant, hash })
  const fruitless = same?.runStatus === null || FRUITLESS.includes(same?.runStatus ?? '')
  if (same?.run && !settings.again && !fruitless) {
    await recordSource(tx, { tenant, uri, document: same.id })
    return { run: same.run, document: same.id, duplicate: true }
  }
  const document = await placeRevision(tx, received, same?.id ?? null)
  await recordFile(tx, { tenant, hash, mime: received.mime, bytes: revision.bytes })
  await recordSource(tx, { tenant, uri, document })
  await startIngestion(tx, received, document)
  return { run: revision.run, document, duplicate: false }
}

/** The document that the bytes become: the one that has them, else the one that came from the same path before, else a new one. */
async function placeRevision(tx: DbOrTx, { revision, uri, settings }: ReceivedFile, same: string | null): Promise<string> {
  const earlier = same ?? (await findDocumentOfSource(tx, { tenant: revision.tenant, uri }))
  if (earlier !== null && (await reviseDocument(tx, { ...revision, document: earlier }))) return earlier
  const id = newDocumentId()
  await insertDocument(tx, { ...revision, id, documentType: settings.documentType ?? null, language: settings.language ?? null })
  return id
}

async function startIngestion(tx: DbOrTx, { revision, uri, user, settings, graph }: ReceivedFile, document: string): Promise<void> {
  const { tenant, run, hash, name, kind, bytes } = revision
  const input: IngestRunInput = {
    document,
    hash,
    name,
    kind,
    ...runSettings(settings),
    source: uri,
  }
  const row = { id: run, tenant, graph: graph.name, version: graph.version, title: name, input, document, createdBy: user }
  if (!(await recordRun(tx, { ...row, clientKey: settings.clientKey ?? null }))) throw new ClientKeyTaken()
  await appendAudit(tx, { tenant, actor: user, event: 'document.received', run, document, data: { hash, bytes, kind } })
  await announceChanges(tx, [{ tenant, kind: 'document', id: document, run }])
}
