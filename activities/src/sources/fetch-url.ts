import { type LookupAddress, lookup } from 'node:dns'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { isPublicAddress } from '@countersign/db'
import { CountersignError } from '@countersign/workflows/contract'

export interface FetchedFile {
  bytes: Uint8Array
  /** From the server's Content-Disposition, else the last part of the path, else the host. */
  name: string
  /** Where the file really came from, after redirects. */
  url: string
}

/**
 * Fetches a file over HTTP. Errors: `invalid_input` (no http address, a private address, refused), `not_found`, `too_large`,
 * `unavailable` (worth a retry). Reads only, so it is safe to retry.
 */
export type FetchUrl = (url: string, options: { maxBytes: number; signal: AbortSignal }) => Promise<FetchedFile>

export interface FetchUrlOptions {
  /** Also fetch from loopback, private and link-local addresses (COUNTERSIGN_ALLOW_PRIVATE_URLS). */
  allowPrivate: boolean
  /** For the whole of a fetch, redirects included, in milliseconds. */
  timeout?: number
}

const MAX_REDIRECTS = 5
const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** A fetcher that connects to public addresses only: each hop's name is resolved once, checked, and that very address is used. */
export function createFetchUrl({ allowPrivate, timeout = 60_000 }: FetchUrlOptions): FetchUrl {
  return async (url, { maxBytes, signal }) => {
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeout)])
    let address = parseUrl(url)
    try {
      for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
        const response = await open(address, allowPrivate, deadline)
        const target = response.headers.location
        if (!REDIRECTS.has(response.statusCode ?? 0) || target === undefined) return await receive(response, address, maxBytes)
        response.destroy()
        address = parseUrl(new URL(target, address).href)
      }
    } catch (error) {
      throw asUserError(error, address, signal)
    }
    throw new CountersignError('invalid_input', `${url} redirects more than ${MAX_REDIRECTS} times.`, { url })
  }
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new CountersignError('invalid_input', `${text} is no http or https address.`, { url: text })
  }
  if (url.username !== '' || url.password !== '') {
    throw new CountersignError('invalid_input', 'An address with a user name or password in it is not fetched.', { host: url.host })
  }
  return url
}

function open(url: URL, allowPrivate: boolean, signal: AbortSignal): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // A literal address is connected to without any lookup.
  if (isIP(host) !== 0 && !allowPrivate && !isPublicAddress(host)) throw privateAddress(url)
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  const headers = { accept: '*/*', 'accept-encoding': 'gzip, deflate, br', 'user-agent': 'Countersign/0.1' }
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers, signal, agent: false, lookup: allowPrivate ? undefined : publicLookup(url) }, resolve)
    sent.on('error', reject)
    sent.end()
  })
}

/** Resolves a name and lets only public addresses through; what it answers is what the socket connects to. */
function publicLookup(url: URL): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error !== null) return callback(error, '', 0)
      const allowed = addresses.filter(({ address }) => isPublicAddress(address))
      const [first] = allowed
      if (first === undefined) return callback(privateAddress(url), '', 0)
      return options.all ? callback(null, allowed) : callback(null, first.address, first.family)
    })
  }
}

async function receive(response: IncomingMessage, url: URL, maxBytes: number): Promise<FetchedFile> {
  const status = response.statusCode ?? 0
  if (status < 200 || status > 299) {
    response.destroy()
    throw refused(status, url)
  }
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) {
    response.destroy()
    throw tooLarge(url, maxBytes)
  }
  const parts: Buffer[] = []
  let size = 0
  for await (const part of decoded(response)) {
    const bytes = Buffer.from(part)
    size += bytes.byteLength
    if (size > maxBytes) throw tooLarge(url, maxBytes)
    parts.push(bytes)
  }
  return { bytes: Buffer.concat(parts), name: nameOf(response, url), url: url.href }
}

function decoded(response: IncomingMessage): Readable {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase()
  const decoder =
    encoding === 'gzip' ? createGunzip() : encoding === 'br' ? createBrotliDecompress() : encoding === 'deflate' ? createInflate() : null
  if (decoder === null) return response
  response.on('error', (error) => decoder.destroy(error))
  return response.pipe(decoder)
}

function nameOf(response: IncomingMessage, url: URL): string {
  const disposition = response.headers['content-disposition'] ?? ''
  const encoded = /filename\*\s*=\s*utf-8''([^;]+)/i.exec(disposition)?.[1]
  const given = encoded === undefined ? /filename\s*=\s*"?([^";]+)"?/i.exec(disposition)?.[1] : safeDecode(encoded)
  const last = safeDecode(url.pathname.split('/').filter(Boolean).at(-1) ?? '')
  const name = (given ?? last).replace(/[/\\]/g, '_').trim()
  return name === '' ? url.hostname : name.slice(0, 200)
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function privateAddress(url: URL): CountersignError {
  return new CountersignError(
    'invalid_input',
    `${url.host} is not on the public internet. Set COUNTERSIGN_ALLOW_PRIVATE_URLS=1 to fetch from private addresses.`,
    { host: url.host },
  )
}

function refused(status: number, url: URL): CountersignError {
  if (status === 404 || status === 410)
    return new CountersignError('not_found', `There is nothing at ${url.href} (HTTP ${status}).`, { status })
  if (status >= 500 || status === 429)
    return new CountersignError('unavailable', `${url.host} answers HTTP ${status}. Try again later.`, { status })
  return new CountersignError('invalid_input', `${url.host} refuses to give the file (HTTP ${status}).`, { status })
}

function tooLarge(url: URL, maxBytes: number): CountersignError {
  const limit = `${(maxBytes / 1024 / 1024).toFixed(1)} MB`
  return new CountersignError('too_large', `The file at ${url.href} is larger than ${limit} (COUNTERSIGN_MAX_BYTES).`, { maxBytes })
}

function asUserError(error: unknown, url: URL, caller: AbortSignal): unknown {
  if (error instanceof CountersignError || caller.aborted) return error
  const why = error instanceof Error ? error.message : String(error)
  return new CountersignError('unavailable', `${url.host} could not be reached: ${why}.`, { host: url.host }, { cause: error })
}
