import { DOMParser } from 'linkedom'
import { z } from 'zod'
import type { HtmlElement } from '../html-to-markdown.ts'
import { parseHtml } from '../parse-html.ts'
import type { TranscriptSegment } from './video-transcript.ts'

const json3Schema = z.object({
  events: z.array(
    z.object({
      tStartMs: z.number().optional(),
      dDurationMs: z.number().optional(),
      segs: z.array(z.object({ utf8: z.string().optional(), acAsrConf: z.number().optional() })).optional(),
    }),
  ),
})

/**
 * Captions as YouTube gives them: `json3`, `srv3` (`<timedtext format="3">`) or the older `<transcript>`. Empty where there is nothing in
 * them that can be read. A line ends at the latest where the next one begins.
 */
export function parseCaptions(body: string): TranscriptSegment[] {
  const given = body.trimStart().startsWith('{') ? fromJson(body) : fromXml(body)
  const lines = given.filter(({ text }) => text !== '').sort((a, b) => a.from - b.from)
  return lines.map((line, at) => ({ ...line, to: Math.max(line.from, Math.min(line.to, lines[at + 1]?.from ?? line.to)) }))
}

function fromJson(body: string): TranscriptSegment[] {
  const parsed = json3Schema.safeParse(parse(body))
  return (parsed.data?.events ?? []).map(({ tStartMs = 0, dDurationMs = 0, segs = [] }) => {
    // 0 to 255, where speech recognition says how sure it was.
    const sure = segs.flatMap(({ acAsrConf }) => (acAsrConf === undefined || acAsrConf === 0 ? [] : [acAsrConf / 255]))
    const line = { from: tStartMs / 1000, to: (tStartMs + dDurationMs) / 1000, text: tidy(segs.map(({ utf8 = '' }) => utf8).join('')) }
    return sure.length === 0 ? line : { ...line, confidence: Math.min(...sure) }
  })
}

function fromXml(body: string): TranscriptSegment[] {
  if (!/<(timedtext|transcript)[\s>]/.test(body)) return []
  const document = new DOMParser().parseFromString(body, 'text/xml')
  const lines: Iterable<HtmlElement> = document.querySelectorAll('timedtext > body > p, transcript > text')
  return Array.from(lines, (line) => {
    const number = (name: string): number => Number(line.getAttribute(name) ?? 0) || 0
    const text = line.textContent ?? ''
    if (line.hasAttribute('t')) return { from: number('t') / 1000, to: (number('t') + number('d')) / 1000, text: tidy(text) }
    // The older form is escaped twice, and may hold simple tags.
    return { from: number('start'), to: number('start') + number('dur'), text: tidy(parseHtml(text).documentElement.textContent ?? '') }
  })
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

const tidy = (text: string): string => text.replace(/[\s\u200b]+/g, ' ').trim()
