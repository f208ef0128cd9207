import { findDocumentOfSource, parseS3Address } from '@countersign/db'
import { CountersignError, newDocumentId, newRunId } from '@countersign/workflows/contract'
import type { ClientContext } from './context.ts'
import { type IngestRunInput, runSettings } from './ingest-settings.ts'
import { ClientKeyTaken } from './record-ingest.ts'
import { recordRun, requireGraph } from './start-run.ts'
import { checkText } from './storable.ts'
import type { IngestResult, IngestSettings } from './types.ts'

/**
 * Starts the ingestion of a web address, or of an object in S3. The run fetches it, where limits on size, time and addresses hold; what it
 * is, and whether the bytes are known, turns out there. The document appears under the answered id, unless the bytes are another's.
 */
export async function ingestUrl(context: ClientContext, address: string, settings: IngestSettings): Promise<IngestResult> {
  const { tenant, user, database } = context
  const { url, name } = parseAddress(address)
  const graph = await requireGraph(database.db, { graph: 'ingest' })
  const document = (await findDocumentOfSource(database.db, { tenant, uri: url })) ?? newDocumentId()
  const input: IngestRunInput = {
    document,
    name,
    kind: null,
    ...runSettings(settings),
    source: url,
    url,
  }
  const run = { id: newRunId(), tenant, graph: graph.name, version: graph.version, title: name, input, document, createdBy: user }
  await database.db.transaction(async (tx) => {
    if (!(await recordRun(tx, { ...run, clientKey: settings.clientKey ?? null }))) throw new ClientKeyTaken()
  })
  context.deliveries.begin({ topic: 'start', tenant, run: run.id })
  return { run: run.id, document, duplicate: false }
}

function parseAddress(address: string): { url: string; name: string } {
  checkText('The address', address)
  if (/^s3:/i.test(address)) {
    const { bucket, key } = parseS3Address(address)
    return { url: `s3://${bucket}/${key}`, name: key.split('/').at(-1)?.slice(0, 255) ?? key }
  }
  const url = parseUrl(address)
  return { url: url.href, name: decodeName(url) }
}

function parseUrl(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new CountersignError('invalid_input', `"${address.slice(0, 200)}" is not an http, https or s3 address.`)
  }
  if (url.username || url.password) {
    throw new CountersignError(
      'invalid_input',
      'The address holds a user name or password, which would be kept with the document. Remove it.',
    )
  }
  // The server never sees it, and the document is the same.
  url.hash = ''
  return url
}

function decodeName(url: URL): string {
  const last = url.pathname.split('/').filter(Boolean).at(-1)
  if (last === undefined) return url.hostname
  try {
    return decodeURIComponent(last).slice(0, 255)
  } catch {
    return last.slice(0, 255)
  }
}
