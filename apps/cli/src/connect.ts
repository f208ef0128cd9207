import type { CountersignClient } from '@countersign/client'
import { CommandError } from './command-error.ts'

const HUNDRED_MEGABYTES = 100 * 1024 * 1024

/**
 * Opens the client: over HTTP where COUNTERSIGN_URL names a console, as whoever COUNTERSIGN_TOKEN belongs to; else straight on the
 * database. Each is loaded only when it is used: an HTTP call needs no database driver.
 */
export async function connect(env: NodeJS.ProcessEnv): Promise<CountersignClient> {
  const url = env.COUNTERSIGN_URL?.trim()
  if (url) {
    const { createNodeHttpClient } = await import('@countersign/client/http/node')
    const maxBytes = Number(env.COUNTERSIGN_MAX_BYTES) || HUNDRED_MEGABYTES
    return createNodeHttpClient({ url: checkUrl(url), token: env.COUNTERSIGN_TOKEN?.trim() || undefined, maxBytes })
  }
  const { createClient, readEnvironment } = await import('@countersign/client')
  return createClient(readEnvironment(env))
}

/** A token on an unencrypted way over the network is everybody's: plain http is for this machine alone. */
function checkUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new CommandError('invalid_input', `"${text.slice(0, 200)}" is not the address of a console, such as https://desk.example.org.`)
  }
  const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
  if (url.protocol === 'http:' && !isLocal) {
    throw new CommandError('invalid_input', `${url.origin} is not encrypted, so the token could be read on the way. Use https.`)
  }
  return url.href
}
