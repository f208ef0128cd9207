import { type LookupAddress, lookup } from 'node:dns'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from '@countersign/db'
import { DeliveryFailure } from './failure.ts'

export interface PostOptions {
  body: string
  headers?: Record<string, string>
  /** Also to loopback, private and link-local addresses. */
  allowPrivate: boolean
  /** For the whole of a request, in milliseconds. */
  timeout: number
}

const LONGEST_WAIT = 6 * 3_600

/**
 * Posts JSON and is content with any status from 200 to 299: what comes after it is not read. Follows no redirect. The name is
 * resolved once, and only a public address is connected to. Throws {@link DeliveryFailure}.
 */
export async function postJson(address: string, options: PostOptions): Promise<void> {
  const url = new URL(address)
  const response = await open(url, options)
  const { statusCode: status = 0, headers } = response
  response.destroy()
  if (status >= 200 && status <= 299) return
  const said = `${url.host} answers HTTP ${status}`
  if (status >= 300 && status <= 399)
    throw new DeliveryFailure(`${said}; redirects are not followed. Set the address it leads to.`, { final: true })
  if (status === 410) throw new DeliveryFailure(`${said}: the receiver is gone for good.`, { final: true })
  throw new DeliveryFailure(`${said}.`, { afterSeconds: retryAfter(headers['retry-after']) })
}

async function open(url: URL, { body, headers, allowPrivate, timeout }: PostOptions): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !allowPrivate && !isPublicAddress(host)) throw privateAddress(url)
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  const sent = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'user-agent': 'Countersign/0.1',
    ...headers,
  }
  const signal = AbortSignal.timeout(timeout)
  try {
    return await new Promise<IncomingMessage>((resolve, reject) => {
      const outgoing = request(
        url,
        { method: 'POST', headers: sent, signal, agent: false, lookup: allowPrivate ? undefined : publicLookup(url) },
        (response) => {
          // A receiver that breaks off after its status has answered all the same.
          response.on('error', () => undefined)
          resolve(response)
        },
      )
      outgoing.on('error', reject)
      outgoing.end(body)
    })
  } catch (cause) {
    if (cause instanceof DeliveryFailure) throw cause
    if (signal.aborted) throw new DeliveryFailure(`${url.host} did not answer within ${timeout / 1000} s.`, { cause })
    throw new DeliveryFailure(`${url.host} could not be reached: ${cause instanceof Error ? cause.message : String(cause)}.`, { cause })
  }
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

const privateAddress = (url: URL): DeliveryFailure =>
  new DeliveryFailure(`${url.host} is not on the public internet. Set "allowPrivate": true for the channel to send there.`, { final: true })

/** Seconds from a Retry-After header, as a number or a date (RFC 9110, 10.2.3). */
function retryAfter(header: string | undefined): number | null {
  if (header === undefined) return null
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.min(LONGEST_WAIT, Math.max(1, seconds)) : null
}
