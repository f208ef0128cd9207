import robotsParser from 'robots-parser'
import { decodeText } from '../decode-text.ts'
import { isSuccess, refusedAnswer, USER_AGENT, type WebClient } from '../web-client.ts'
import { PAGE_TIMEOUT } from './crawl-limits.ts'

/** RFC 9309, 2.5: at least 500 kibibytes must be read. */
const MAX_BYTES = 512 * 1024

/** What the robots.txt of an origin says to us. */
export interface SiteRules {
  allows(url: string): boolean
  /** Milliseconds between two requests; 0 where it names none. */
  delay: number
  sitemaps: string[]
}

/**
 * The text of an origin's robots.txt; empty where there is none (RFC 9309, 2.3.1). A server that fails has to be asked again before
 * anything else is: `unavailable`.
 */
export async function fetchRobots(ask: WebClient, origin: string, signal: AbortSignal): Promise<string> {
  const answer = await ask(`${origin}/robots.txt`, { maxBytes: MAX_BYTES, signal, timeout: PAGE_TIMEOUT, wants: isSuccess })
  if (answer.status >= 500 || answer.status === 429) throw refusedAnswer(answer)
  return isSuccess(answer) ? decodeText(answer.bytes).text : ''
}

// Its types tell of an ES module; what is published is CommonJS, whose default import is the function itself.
const published: unknown = robotsParser
const isParser = (value: unknown): value is typeof robotsParser.default => typeof value === 'function'

export function readRobots(origin: string, text: string): SiteRules {
  if (!isParser(published)) throw new TypeError('robots-parser is no function')
  const robots = published(`${origin}/robots.txt`, text)
  return {
    // Undefined: the address is of another origin than the rules.
    allows: (url) => robots.isAllowed(url, USER_AGENT) !== false,
    delay: (robots.getCrawlDelay(USER_AGENT) ?? 0) * 1000,
    sitemaps: robots.getSitemaps(),
  }
}
