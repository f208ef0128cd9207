import { type Sentence, said } from '@countersign/client/contract'

/** Why a request is refused before anything is read. The text is for the person at the other end. */
export interface Refusal {
  status: 403 | 415 | 421
  message: string
  says?: Sentence
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']

/**
 * Host names the console answers to: this machine's own, that of COUNTERSIGN_CONSOLE_URL, and those in COUNTERSIGN_CONSOLE_HOSTS
 * (comma separated). Where everybody is the person of the environment, this machine's own alone.
 */
function allowedHosts(): Set<string> {
  if (process.env.COUNTERSIGN_SIGN_IN === 'environment') return new Set(LOOPBACK)
  const { COUNTERSIGN_CONSOLE_HOSTS = '', COUNTERSIGN_CONSOLE_URL = '' } = process.env
  const own = URL.canParse(COUNTERSIGN_CONSOLE_URL) ? [new URL(COUNTERSIGN_CONSOLE_URL).hostname] : []
  const extra = COUNTERSIGN_CONSOLE_HOSTS.split(',').map((name) => name.trim().toLowerCase())
  return new Set([...LOOPBACK, ...own, ...extra.filter(Boolean)])
}

const hostName = (host: string): string => host.toLowerCase().replace(/:\d+$/, '')

/**
 * Refuses a request that names a host the console does not answer to: a page of another site that had its own name
 * point at this machine (DNS rebinding) sends that name here.
 */
export function refuseHost(headers: Headers): Refusal | null {
  const host = headers.get('host')
  if (host && allowedHosts().has(hostName(host))) return null
  return {
    status: 421,
    message: `The console does not answer to the host "${host ?? ''}". Open it by the address it printed, or add the name to COUNTERSIGN_CONSOLE_HOSTS.`,
  }
}

/** Refuses what did not come from a page of this console: the Origin must be ours. */
export function refuseForeignOrigin(headers: Headers): Refusal | null {
  const wrongHost = refuseHost(headers)
  if (wrongHost) return wrongHost
  const origin = headers.get('origin')
  const site = headers.get('sec-fetch-site')
  const { COUNTERSIGN_CONSOLE_URL: own = '' } = process.env
  const hosts = [headers.get('host'), URL.canParse(own) ? new URL(own).host : null]
  const ours = origin !== null && URL.canParse(origin) && hosts.includes(new URL(origin).host)
  if (ours && (site === null || site === 'same-origin')) return null
  const { english, says } = said('door.foreign')
  return { status: 403, message: english, says }
}

/** Neither can be sent by a form of another site, or by its scripts without asking first. */
const BODIES = new Set(['application/json', 'application/octet-stream'])

/** As {@link refuseForeignOrigin}, and the body must be JSON or a file's bytes. */
export function refuseForeignChange(headers: Headers): Refusal | null {
  const foreign = refuseForeignOrigin(headers)
  if (foreign) return foreign
  if (BODIES.has(headers.get('content-type')?.split(';')[0]?.trim() ?? '')) return null
  return { status: 415, message: 'Send it as application/json, or the bytes of a file as application/octet-stream.' }
}
