import { CountersignError, said } from '@countersign/workflows/contract'
import type { z } from 'zod'
import { errorOf } from './problem.ts'

/** Where an HTTP client sends its calls and how it says who is calling. */
export interface HttpOptions {
  /** The console's address, such as `https://desk.example.org`; '' in a page of the console itself. */
  url: string
  /** Made with `countersign tokens create`. Left out in a page of the console, where the session's cookie says who asks. */
  token?: string
  fetch?: typeof fetch
  /** Reads a file for `ingest({path})`; only Node can, see `createNodeHttpClient`. */
  readPath?: (path: string) => Promise<{ name: string; bytes: Uint8Array }>
}

export interface Call {
  method: string
  /** From the server's root. */
  address: string
  json?: unknown
  bytes?: Uint8Array
  accept?: string
  signal?: AbortSignal
}

/** Sends one call; what is not a success becomes the CountersignError that the server threw, or `unavailable` where nobody answers. */
export async function send({ url, token, fetch: ask = fetch }: HttpOptions, call: Call): Promise<Response> {
  const headers = new Headers({ accept: call.accept ?? 'application/json' })
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (call.method !== 'GET') {
    // On every change, body or not: a page of another site cannot send it without asking first.
    headers.set('content-type', call.bytes ? 'application/octet-stream' : 'application/json')
    // Browsers set it themselves. A console without sign-in takes changes from its own address alone.
    if (url !== '') headers.set('origin', new URL(url).origin)
  }
  const body = call.bytes ? new Uint8Array(call.bytes) : call.json === undefined ? undefined : JSON.stringify(call.json)
  const response = await ask(`${url.replace(/\/+$/, '')}${call.address}`, {
    method: call.method,
    headers,
    body,
    signal: call.signal,
    redirect: 'error',
  }).catch((error: unknown) => {
    call.signal?.throwIfAborted()
    throw new CountersignError('unavailable', said('door.nobodyAnswers', { address: url || 'this address' }), {}, { cause: error })
  })
  if (response.ok) return response
  throw await errorOf(response)
}

/** What was answered, in the shape it is to have. Throws `internal` where it has another. */
export async function readAnswer<T>(response: Response, shape: z.ZodType<T>): Promise<T> {
  const body: unknown = response.status === 204 ? undefined : await response.json()
  const parsed = shape.safeParse(body)
  if (parsed.success) return parsed.data
  const where = parsed.error.issues[0]?.path.join('.') ?? ''
  throw new CountersignError(
    'internal',
    `The server's answer has another form than this client knows (at "${where}"). Use a client and a console of the same version; reload an open page.`,
    { path: where },
    { cause: parsed.error },
  )
}
