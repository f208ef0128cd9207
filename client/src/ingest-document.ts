import { checkClaim, detectType, findRunByClientKey } from '@countersign/db'
import { CountersignError, newRunId } from '@countersign/workflows/contract'
import type { ClientContext } from './context.ts'
import { checkIngest } from './ingest-settings.ts'
import { ingestUrl } from './ingest-url.ts'
import { checkSize, readSource, type SourceFile } from './read-source.ts'
import { ClientKeyTaken, recordIngest } from './record-ingest.ts'
import { requireGraph } from './start-run.ts'
import { checkText } from './storable.ts'
import type { IngestInput, IngestResult, IngestSettings } from './types.ts'

/**
 * Takes a document in and starts its ingestion. The same bytes again answer the earlier document and run, with
 * `duplicate: true` (unless `again`, or that run was aborted or cancelled); other bytes from the same path are a new revision of
 * the same document. All rows are one transaction; a refused file leaves nothing. Returns when it is recorded.
 * Safe to retry. Throws `not_found`, `unreadable_file`, `empty_file`, `too_large`, `unsupported_type`, `kind_mismatch`,
 * `password_required`, `invalid_input`, `graph_unknown`, `unavailable` (the blob store).
 */
export async function ingestDocument(context: ClientContext, input: IngestInput): Promise<IngestResult> {
  const settings = checkIngest(input)
  const earlier = await findEarlier(context, settings)
  if (earlier) return earlier
  try {
    if ('url' in input) return await ingestUrl(context, input.url, settings)
    return await ingestFile(context, await takeFile(context, input), settings)
  } catch (error) {
    // The same call came in twice at once: the other one has made the run.
    const made = error instanceof ClientKeyTaken ? await findEarlier(context, settings) : null
    if (made) return made
    throw error
  }
}

type Handed = { path: string } | { name: string; bytes: Uint8Array } | { text: string; name?: string }

async function takeFile(context: ClientContext, input: Handed): Promise<SourceFile> {
  const { maxBytes } = context
  if ('path' in input) return await readSource(input.path, maxBytes)
  if ('text' in input) return await takeFile(context, { name: input.name ?? firstWords(input.text), bytes: Buffer.from(input.text) })
  // Some browsers send a whole path as the name.
  const name = input.name.split(/[/\\]/).at(-1)?.trim() ?? ''
  checkText('The name', name)
  if (name === '' || name.length > 255) throw new CountersignError('invalid_input', 'The name of a file must have 1 to 255 characters.')
  checkSize(name, input.bytes.byteLength, maxBytes)
  return { name, bytes: input.bytes, uri: null }
}

/** A text without a name is called by its first line. */
function firstWords(text: string): string {
  const line = /\S.*/.exec(text)?.[0].replace(/^#+\s*/, '') ?? ''
  // No end that would be taken for a file's.
  const words = line
    .replace(/[/\\]/g, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, 60)
    .replace(/\.\w*$/, '')
    .trim()
  return words === '' ? 'text' : words
}

async function ingestFile(context: ClientContext, file: SourceFile, settings: IngestSettings): Promise<IngestResult> {
  const { tenant, user, database, blobs } = context
  const { kind, mime } = checkClaim(detectType(file.bytes, file.name), settings.kind ?? null, file.name)
  const graph = await requireGraph(database.db, { graph: 'ingest' })
  // Before the transaction: a blob that no row names is harmless, a row without its blob is not.
  const { hash, bytes } = await blobs.put(file.bytes, mime)
  const revision = { tenant, hash, name: file.name, kind, bytes, run: newRunId() }
  const result = await recordIngest(database, { revision, mime, uri: file.uri ?? `upload:${hash}`, user, settings, graph })
  // Whoever deleted a document with these very bytes a moment ago may have taken the file that was there; from now on nobody does.
  if (!(await blobs.has(hash))) await blobs.put(file.bytes, mime)
  if (!result.duplicate) context.deliveries.begin({ topic: 'start', tenant, run: result.run })
  return result
}

/** The answer that this client key was given before, if any. */
async function findEarlier({ tenant, database }: ClientContext, { clientKey }: IngestSettings): Promise<IngestResult | null> {
  if (clientKey === undefined) return null
  const run = await findRunByClientKey(database.db, { tenant, clientKey })
  if (run === null) return null
  if (run.graph === 'ingest' && run.document !== null) return { run: run.id, document: run.document, duplicate: false }
  throw new CountersignError('invalid_input', `The client key "${clientKey}" was used for a run of another graph. Use a new key.`, {
    clientKey,
  })
}
