import { CountersignError } from '@countersign/workflows/contract'
import { type IngestInput, type IngestResult, ingestResultSchema } from '../schemas/documents.ts'
import { type ChangeEvent, changeEventSchema } from '../schemas/runs.ts'
import { addressOf, queryOf } from './address.ts'
import { BYTE_ROUTES } from './operations/index.ts'
import { knownProblem } from './problem.ts'
import { readEvents } from './read-events.ts'
import { type HttpOptions, readAnswer, send } from './transport.ts'

/** How long `watch` waits before it connects again. */
const RECONNECT_MS = 2_000

/** An address or a text travels as JSON; a file as its bytes, with its name and how to read it in the query. */
export async function ingest(options: HttpOptions, input: IngestInput): Promise<IngestResult> {
  const { method } = BYTE_ROUTES.ingest
  const { address } = addressOf(BYTE_ROUTES.ingest, {})
  if ('url' in input || 'text' in input) return await readAnswer(await send(options, { method, address, json: input }), ingestResultSchema)
  const { name, bytes } = 'path' in input ? await readPath(options, input.path) : input
  const { kind, documentType, language, strategy, enrich, depth, clientKey, again } = input
  const query = queryOf({ name, kind, documentType, language, strategy, enrich, depth, clientKey, again })
  return await readAnswer(await send(options, { method, address: `${address}${query}`, bytes }), ingestResultSchema)
}

async function readPath({ readPath: read }: HttpOptions, path: string): Promise<{ name: string; bytes: Uint8Array }> {
  if (read) return await read(path)
  throw new CountersignError('invalid_input', 'A browser cannot read a path. Send the name and the bytes of the file.')
}

export async function readFile(options: HttpOptions, hash: string): Promise<{ bytes: Uint8Array; mime: string }> {
  const response = await send(options, { method: 'GET', address: addressOf(BYTE_ROUTES.readFile, { hash }).address, accept: '*/*' })
  // Shown in a browser, what could run there is text; what it is stands beside.
  const mime = response.headers.get('x-file-type') ?? response.headers.get('content-type') ?? 'application/octet-stream'
  return { bytes: new Uint8Array(await response.arrayBuffer()), mime }
}

/**
 * Changes until `signal` aborts. Connects again after a lost connection; the server's first event then says that something may
 * have been missed. Throws what the server refuses for good (`signed_out`, `forbidden`).
 */
export async function* watch(options: HttpOptions, signal: AbortSignal): AsyncGenerator<ChangeEvent> {
  const { address } = addressOf(BYTE_ROUTES.watch, {})
  while (!signal.aborted) {
    try {
      const { body } = await send(options, { method: 'GET', address, accept: 'text/event-stream', signal })
      if (body) for await (const data of readEvents(body)) yield changeEventSchema.parse(JSON.parse(data))
    } catch (error) {
      if (signal.aborted) return
      const problem = knownProblem(error)
      if (problem && !problem.retryable) throw error
    }
    await pause(RECONNECT_MS, signal)
  }
}

/** Ends early, and without an error, when `signal` aborts. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal.addEventListener('abort', end)
  })
}
