import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from 'node:dns'
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { addAbortSignal, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { isPublicAddress } from '@countersign/db'
import { CountersignError } from '@countersign/workflows/contract'

/** What a server said before its answer's body. `type` is the media type in lower case, empty where none is given. */
export interface WebHead {
  status: number
  /** Where the answer is from, after redirects. */
  url: string
  headers: IncomingHttpHeaders
  type: string
  charset: string | null
}

/** An answer, of whatever status. `bytes` are unpacked; empty where the body was not wanted. */
export interface WebAnswer extends WebHead {
  bytes: Uint8Array
}

export interface WebRequest {
  /** The body's limit, unpacked. */
  maxBytes: number
  signal: AbortSignal
  method?: string
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
  /** For the whole of it, redirects included, in milliseconds. */
  timeout?: number
  /** Asked of each address before it is connected to, redirects included; what it throws ends the request. */
  onHop?: (url: URL) => void | Promise<void>
  /** Whether the body is worth reading, by what came before it. */
  wants?: (head: WebHead) => boolean
}

/**
 * Asks a web server. Errors: `invalid_input` (no http address, a private address, endless redirects, a certificate that is not
 * valid), `too_large`, `unavailable` (worth a retry). A GET is safe to retry.
 */
export type WebClient = (url: string, request: WebRequest) => Promise<WebAnswer>

type Lookup = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

export interface WebClientOptions {
  /** Also connect to loopback, private and link-local addresses (COUNTERSIGN_ALLOW_PRIVATE_URLS). */
  allowPrivate: boolean
  /** What a request that names none has, in milliseconds. */
  timeout?: number
  /** How names are resolved and which addresses are public: the system's, but in tests of just that. */
  lookup?: Lookup
  isPublic?: (address: string) => boolean
}

const MAX_REDIRECTS = 5
const REDIRECTS = new Set([301, 302, 303, 307, 308])
export const USER_AGENT = 'Countersign/0.1'
const ACCEPTED = { accept: '*/*', 'accept-encoding': 'gzip, deflate, br', 'user-agent': USER_AGENT }

/** A client that connects to public addresses only: each hop's name is resolved once, checked, and that very address is used. */
export function createWebClient(options: WebClientOptions): WebClient {
  return async (url, request) => {
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(request.timeout ?? options.timeout ?? 60_000)])
    let hop: Hop = { url: parseWebUrl(url), method: request.method ?? 'GET', headers: request.headers ?? {}, body: request.body }
    for (let count = 0; count <= MAX_REDIRECTS; count += 1) {
      await request.onHop?.(hop.url)
      const answer = await take(hop, { ...request, signal }, options).catch((error) => {
        throw asUserError(error, hop.url, request.signal)
      })
      if (!('next' in answer)) return answer
      hop = answer.next
    }
    throw new CountersignError('invalid_input', `${url} redirects more than ${MAX_REDIRECTS} times.`, { url })
  }
}

interface Hop {
  url: URL
  method: string
  headers: Readonly<Record<string, string>>
  body: string | Uint8Array | undefined
}

async function take(hop: Hop, request: WebRequest, options: WebClientOptions): Promise<WebAnswer | { next: Hop }> {
  const response = await open(hop, options, request.signal)
  const { location } = response.headers
  const { statusCode = 0 } = response
  if (!REDIRECTS.has(statusCode) || location === undefined) return await receive(response, hop.url, request)
  response.destroy()
  return { next: redirected(hop, statusCode, location) }
}

/** RFC 9110, 15.4: 307 and 308 keep the method. Another origin is not sent what was meant for the first. */
function redirected({ url: from, method, headers, body }: Hop, status: number, location: string): Hop {
  const url = parseWebUrl(URL.canParse(location, from.href) ? new URL(location, from).href : location)
  const kept = Object.entries(headers).filter(
    ([name]) => from.origin === url.origin || !['cookie', 'authorization'].includes(name.toLowerCase()),
  )
  const keeps = status === 307 || status === 308 || method === 'HEAD'
  return { url, method: keeps ? method : 'GET', headers: Object.fromEntries(kept), body: keeps ? body : undefined }
}

function parseWebUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new CountersignError('invalid_input', `${text} is no http or https address.`, { url: text })
  }
  if (url.username !== '' || url.password !== '') {
    throw new CountersignError('invalid_input', 'An address with a user name or password in it is not fetched.', { host: url.host })
  }
  return url
}

function open({ url, method, headers: given, body }: Hop, options: WebClientOptions, signal: AbortSignal): Promise<IncomingMessage> {
  const { allowPrivate, isPublic = isPublicAddress, lookup = systemLookup } = options
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // A literal address is connected to without any lookup.
  if (isIP(host) !== 0 && !allowPrivate && !isPublic(host)) throw privateAddress(url)
  const allowed = allowPrivate ? () => true : isPublic
  const ask = url.protocol === 'https:' ? httpsRequest : httpRequest
  const headers: OutgoingHttpHeaders = { ...ACCEPTED, ...given }
  if (body !== undefined) headers['content-length'] = Buffer.byteLength(body)
  return new Promise((resolve, reject) => {
    const sent = ask(url, { method, headers, signal, agent: false, lookup: checkedLookup(url, lookup, allowed) }, resolve)
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Resolves a name and lets only allowed addresses through; what it answers is what the socket connects to. */
function checkedLookup(url: URL, lookup: Lookup, isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '', 0)
      const allowed = addresses.filter(({ address }) => isAllowed(address))
      const [first] = allowed
      if (first === undefined) return callback(privateAddress(url), '', 0)
      return options.all ? callback(null, allowed) : callback(null, first.address, first.family)
    })
  }
}

async function receive(response: IncomingMessage, url: URL, { maxBytes, wants, signal }: WebRequest): Promise<WebAnswer> {
  const head = headOf(response, url)
  try {
    if (wants?.(head) === false) return { ...head, bytes: new Uint8Array() }
    if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(url, maxBytes)
    const parts: Buffer[] = []
    let size = 0
    for await (const part of unpacked(response, signal)) {
      const bytes = Buffer.from(part)
      size += bytes.byteLength
      if (size > maxBytes) throw tooLarge(url, maxBytes)
      parts.push(bytes)
    }
    return { ...head, bytes: Buffer.concat(parts) }
  } finally {
    response.destroy()
  }
}

function headOf(response: IncomingMessage, url: URL): WebHead {
  const given = response.headers['content-type'] ?? ''
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(given)?.[1] ?? null
  const type = given.split(';')[0]?.trim().toLowerCase() ?? ''
  return { status: response.statusCode ?? 0, url: url.href, headers: response.headers, type, charset }
}

function unpacked(response: IncomingMessage, signal: AbortSignal): Readable {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase()
  const decoder =
    encoding === 'gzip' ? createGunzip() : encoding === 'br' ? createBrotliDecompress() : encoding === 'deflate' ? createInflate() : null
  if (decoder === null) return addAbortSignal(signal, response)
  response.on('error', (error) => decoder.destroy(error))
  return addAbortSignal(signal, response.pipe(decoder))
}

function privateAddress(url: URL): CountersignError {
  return new CountersignError(
    'invalid_input',
    `${url.host} is not on the public internet. Set COUNTERSIGN_ALLOW_PRIVATE_URLS=1 to fetch from private addresses.`,
    { host: url.host },
  )
}

/** The error of an answer that is none of the 200s. */
export function refusedAnswer({ status, url }: Pick<WebHead, 'status' | 'url'>): CountersignError {
  const { host } = new URL(url)
  if (status === 404 || status === 410) return new CountersignError('not_found', `There is nothing at ${url} (HTTP ${status}).`, { status })
  if (status >= 500 || status === 429)
    return new CountersignError('unavailable', `${host} answers HTTP ${status}. Try again later.`, { status })
  return new CountersignError('invalid_input', `${host} refuses to give the file (HTTP ${status}).`, { status })
}

export const isSuccess = ({ status }: Pick<WebHead, 'status'>): boolean => status >= 200 && status <= 299

function tooLarge(url: URL, maxBytes: number): CountersignError {
  const limit = `${(maxBytes / 1024 / 1024).toFixed(1)} MB`
  return new CountersignError('too_large', `The file at ${url.href} is larger than ${limit} (COUNTERSIGN_MAX_BYTES).`, { maxBytes })
}

/** Node's names for certificates that cannot be trusted. */
const CERTIFICATE = /^(CERT_|UNABLE_TO_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_CA)/

function asUserError(error: unknown, url: URL, caller: AbortSignal): unknown {
  if (error instanceof CountersignError || caller.aborted) return error
  const why = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (CERTIFICATE.test(code)) {
    const message = `The certificate of ${url.host} is not valid: ${why}. Nothing was read from there.`
    return new CountersignError('invalid_input', message, { host: url.host, reason: code }, { cause: error })
  }
  return new CountersignError('unavailable', `${url.host} could not be reached: ${why}.`, { host: url.host }, { cause: error })
}
