import type { PageView, ReviewDetail } from '@countersign/client'
import type { Field } from './field-value.ts'

type Evidence = Field['evidence'][number]

/** A box on a page that shows where a field was read. Fractions of the page. */
export interface Mark {
  field: string
  label: string
  page: number
  box: { x: number; y: number; w: number; h: number }
  doubtful: boolean
}

/** A span of a page's text that shows where a field was read. */
export interface Span {
  field: string
  label: string
  start: number
  end: number
  doubtful: boolean
}

/** The boxes of all fields, in the fields' order. */
export function marksOf(fields: Field[]): Mark[] {
  return fields.flatMap((field) =>
    field.evidence.flatMap(({ page, box }) => {
      if (!box) return []
      return [{ field: field.name, label: field.label, page: page ?? 1, box, doubtful: field.confidence < field.threshold }]
    }),
  )
}

/**
 * Where a piece of evidence stands in a page's text. Its span counts from the start of the whole document, so on later
 * pages it is its wording that is looked for.
 */
export function locateSpan(pageText: string, { span, text }: Evidence): { start: number; end: number } | null {
  if (!span) return null
  if (text === undefined || pageText.slice(span.start, span.end) === text) return span.end <= pageText.length ? span : null
  const start = pageText.indexOf(text)
  return start === -1 ? null : { start, end: start + text.length }
}

/** The spans of all fields on one page of text. */
export function spansOf(fields: Field[], page: PageView): Span[] {
  return fields.flatMap((field) =>
    field.evidence.flatMap((evidence) => {
      const span = (evidence.page ?? 1) === page.page ? locateSpan(page.text, evidence) : null
      if (!span) return []
      return [{ field: field.name, label: field.label, ...span, doubtful: field.confidence < field.threshold }]
    }),
  )
}

/** Text cut where spans begin and end; each piece names the spans that cover it. */
export interface TextPiece {
  start: number
  text: string
  spans: Span[]
}

export function cutText(text: string, spans: Span[]): TextPiece[] {
  const inside = spans.filter((span) => span.start < span.end && span.end <= text.length)
  const cuts = [...new Set([0, ...inside.flatMap((span) => [span.start, span.end]), text.length])].sort((a, b) => a - b)
  return cuts.slice(0, -1).map((start, index) => ({
    start,
    text: text.slice(start, cuts[index + 1]),
    spans: inside.filter((span) => span.start <= start && span.end > start),
  }))
}

/** Lines of text are sent along for this many pages only, besides those that bear evidence: they are for selecting. */
const PAGES_WITH_LINES = 12

/** A review made lighter for the browser: a document of a thousand pages would otherwise send all its text twice. */
export function lighten(review: ReviewDetail): ReviewDetail {
  const wanted = new Set(review.fields.flatMap((field) => field.evidence.map((evidence) => evidence.page ?? 1)))
  const pages = review.pages.map((page, index) => {
    // A transcript's lines bear its times.
    if (!page.image) return page.facts.reading === 'speech' ? page : { ...page, lines: [] }
    const near = index < PAGES_WITH_LINES || wanted.has(page.page)
    return { ...page, text: '', lines: near ? page.lines : [] }
  })
  return { ...review, pages }
}
