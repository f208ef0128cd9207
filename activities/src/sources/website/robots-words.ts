import type { IncomingHttpHeaders } from 'node:http'
import type { HtmlDocument } from '../html-to-markdown.ts'

/** What a page asks of programs: not to be kept where people search, not to be followed. */
export interface RobotsWords {
  noindex: boolean
  nofollow: boolean
}

/** The name that a page may call us by. */
const OURS = 'countersign'

/** Of a page's own words: what it says to all and what it says to us, together (the stricter one holds). */
export function readRobotsMeta(document: HtmlDocument): RobotsWords {
  const said = [...document.querySelectorAll('meta[name][content]')].flatMap((meta) => {
    const name = (meta.getAttribute('name') ?? '').toLowerCase()
    return name === 'robots' || name === OURS ? [meta.getAttribute('content') ?? ''] : []
  })
  return wordsOf(said)
}

/** Of the server's `X-Robots-Tag`: values for all, and those after our name; those for other programs are not ours. */
export function readRobotsHeader(headers: IncomingHttpHeaders): RobotsWords {
  const given = headers['x-robots-tag'] ?? ''
  const values = (Array.isArray(given) ? given : [given]).flatMap((value) => value.split(','))
  const said: string[] = []
  let agent: string | null = null
  for (const value of values) {
    const named = /^\s*([\w*-]+)\s*:(.*)$/.exec(value)
    // `unavailable_after: date` has a colon, too, and names nobody.
    if (named && !/^(?:unavailable_after|max-[\w-]+)$/i.test(named[1] ?? '')) agent = (named[1] ?? '').toLowerCase()
    if (agent === null || agent === '*' || agent === OURS) said.push(named?.[2] ?? value)
  }
  return wordsOf(said)
}

function wordsOf(said: readonly string[]): RobotsWords {
  const has = (pattern: RegExp): boolean => said.some((words) => pattern.test(words))
  return { noindex: has(/\b(?:noindex|none)\b/i), nofollow: has(/\b(?:nofollow|none)\b/i) }
}
