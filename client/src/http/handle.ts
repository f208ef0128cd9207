import { CountersignError, said } from '@countersign/workflows/contract'
import { z } from 'zod'
import { parseInput } from '../parse-input.ts'
import type { Door } from '../permissions.ts'
import { ingestAddressSchema, ingestTextSchema, ingestUploadSchema } from '../schemas/documents.ts'
import type { CountersignClient } from '../types.ts'
import { argumentsOf } from './address.ts'
import { matchRoute } from './match-route.ts'
import type { JsonDoor } from './operation.ts'
import { OPERATIONS } from './operations/index.ts'
import { knownProblem, type Problem } from './problem.ts'
import { JSON_LIMIT, readBytes, readJson, readTexts, typeOf } from './read-request.ts'
import { serveFile } from './serve-file.ts'
import { streamChanges } from './stream-changes.ts'

export interface HandleOptions {
  /** Largest file that is taken in, in bytes. */
  maxBytes: number
  /** Ends event streams when the server stops. */
  closed?: AbortSignal
  /** Keeps an error that nobody foresaw and answers the reference that the caller is told. */
  report: (error: unknown) => string
}

/**
 * Answers one request of the API as the client's actor; what it may not do the door refuses. Never throws: an error becomes its
 * status and a {@link Problem}. Only POST, PUT, PATCH and DELETE change anything.
 */
export async function handle(client: CountersignClient, request: Request, options: HandleOptions): Promise<Response> {
  try {
    const url = new URL(request.url)
    // The answer of a HEAD is that of a GET; whoever serves it leaves the body away.
    const match = matchRoute(request.method === 'HEAD' ? 'GET' : request.method, url.pathname)
    if ('allowed' in match) return refuseMethod(request.method, match.allowed)
    return await answer(client, request, { ...match, query: url.searchParams }, options)
  } catch (error) {
    return answerError(error, options.report)
  }
}

interface Called {
  door: Door
  params: Record<string, string>
  query: URLSearchParams
}

async function answer(client: CountersignClient, request: Request, called: Called, options: HandleOptions): Promise<Response> {
  const { door, params } = called
  switch (door) {
    case 'watch':
      return watch(client, request, options)
    case 'readFile':
      return serveFile(await client.readFile(parseInput(fileSchema, params).hash), request.headers.get('range'))
    case 'ingest':
      return Response.json(await ingest(client, request, called.query, options.maxBytes), { headers: UNKEPT })
    default:
      return await answerJson(client, request, { ...called, door })
  }
}

const UNKEPT = { 'cache-control': 'no-store' }
const fileSchema = z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/, 'a file is named by the 64 hex digits of its hash') })

async function answerJson(
  client: CountersignClient,
  request: Request,
  { door, params, query }: Called & { door: JsonDoor },
): Promise<Response> {
  const { method, args, input, largest } = OPERATIONS[door]
  const inBody = method !== 'GET' && method !== 'DELETE'
  const sent = inBody ? await readJson(request, largest) : readTexts(query, input)
  const parsed = parseInput(input, { ...sent, ...readTexts(Object.entries(params), input) })
  const result: unknown = await Reflect.apply(client[door], client, argumentsOf(args, parsed))
  return result === undefined ? new Response(null, { status: 204, headers: UNKEPT }) : Response.json(result, { headers: UNKEPT })
}

/** JSON names an address or holds a text; anything else that is taken is the file itself. A path would be one of this machine: never over HTTP. */
async function ingest(client: CountersignClient, request: Request, query: URLSearchParams, maxBytes: number) {
  const type = typeOf(request)
  if (type === 'application/json') {
    const sent = await readJson(request, Math.max(JSON_LIMIT, maxBytes))
    return await client.ingest('text' in sent ? parseInput(ingestTextSchema, sent) : parseInput(ingestAddressSchema, sent))
  }
  if (type !== 'application/octet-stream') {
    throw new CountersignError(
      'unsupported_type',
      `Send the file's bytes as application/octet-stream with ?name=…, or an address or a text as JSON ({"url": …}, {"text": …}), not "${type.slice(0, 100)}".`,
    )
  }
  const settings = parseInput(ingestUploadSchema, readTexts(query, ingestUploadSchema))
  return await client.ingest({ ...settings, bytes: await readBytes(request, maxBytes) })
}

/** A stream ends after this long; whoever listens connects again, and is asked again who he is. */
const LONGEST_STREAM_MS = 10 * 60_000

function watch(client: CountersignClient, request: Request, { closed }: HandleOptions): Response {
  const ends = [request.signal, AbortSignal.timeout(LONGEST_STREAM_MS), ...(closed ? [closed] : [])]
  return new Response(streamChanges(client, AbortSignal.any(ends)), {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
  })
}

function refuseMethod(method: string, allowed: string[]): Response {
  const problem: Problem = {
    code: 'invalid_input',
    message: `${method} is not answered here, only ${allowed.join(', ')}.`,
    retryable: false,
    details: { allowed },
  }
  return Response.json({ error: problem }, { status: 405, headers: { ...UNKEPT, allow: allowed.join(', ') } })
}

/** The response for an error. What nobody foresaw is kept by `report` and told as a reference alone. */
export function answerError(error: unknown, report: HandleOptions['report']): Response {
  const known = knownProblem(error)
  if (known) {
    const { status, ...problem } = known
    return Response.json({ error: problem }, { status, headers: UNKEPT })
  }
  const reference = report(error)
  const { english, says } = said('door.broken', { reference })
  const problem: Problem = { code: 'internal', message: english, retryable: true, details: { reference }, says }
  return Response.json({ error: problem }, { status: 500, headers: UNKEPT })
}
