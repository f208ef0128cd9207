import type { PageView, ReviewDetail } from '@countersign/client'
import { describeValue, type Field } from '../review/field-value.ts'
import { type FormItem, formItems, readItem } from '../review/form-model.ts'
import { locateSpan } from '../review/source-model.ts'

/** Where a field was read, in a form that can be shown small: a part of its page, a picture made for it, or its words. */
export type Place =
  | { kind: 'crop'; hash: string }
  | { kind: 'region'; hash: string; page: PageSize; box: Box }
  | { kind: 'quote'; before: string; text: string; after: string }

interface Box {
  x: number
  y: number
  w: number
  h: number
}
interface PageSize {
  width: number
  height: number
}

export interface PreviewField {
  name: string
  label: string
  text: string
  found: boolean
  confidence: number
  threshold: number
  reasons: string[]
  place: Place | null
}

/** What the inbox shows beside its list: enough to decide the easy ones. */
export interface ReviewPreview {
  id: string
  run: string
  title: string
  titleSays: ReviewDetail['titleSays']
  reason: string
  kind: ReviewDetail['kind']
  status: ReviewDetail['status']
  verbs: ReviewDetail['request']['verbs']
  shownHash: string
  /** Why the person may not decide it; null where they may. */
  objection: string | null
  objectionSays: ReviewDetail['standing']['says']
  ticket: string | null
  doubtful: PreviewField[]
  sure: number
  /** For kinds without fields: what is proposed, as short lines. */
  proposal: { key: string; text: string }[]
  error: string | null
  attempts: number
}

const QUOTE_AROUND = 60
const SHOWN_FIELDS = 6
const SHOWN_LINES = 8

/** The line a span stands in, cut at words where it is long. */
function quoteAround(text: string, { start, end }: { start: number; end: number }): Place {
  const lead = text.slice(Math.max(0, start - QUOTE_AROUND), start)
  const tail = text.slice(end, end + QUOTE_AROUND)
  const before = lead.includes('\n') || start <= QUOTE_AROUND ? lead.replace(/^.*\n/s, '') : lead.replace(/^\S*\s/, '…')
  const after = tail.includes('\n') || end + QUOTE_AROUND >= text.length ? tail.replace(/\n.*$/s, '') : tail.replace(/\s\S*$/, '…')
  return { kind: 'quote', before, text: text.slice(start, end), after }
}

function placeOf(field: Field, pages: PageView[]): Place | null {
  const evidence = field.evidence[0]
  if (!evidence) return null
  const page = pages.find((one) => one.page === (evidence.page ?? 1))
  if (evidence.box && page?.image) {
    return { kind: 'region', hash: page.image, page: { width: page.width, height: page.height }, box: evidence.box }
  }
  if (evidence.crop) return { kind: 'crop', hash: evidence.crop }
  const span = page && !page.image ? locateSpan(page.text, evidence) : null
  if (page && span) {
    return quoteAround(page.text, span)
  }
  return evidence.text ? { kind: 'quote', before: '', text: evidence.text, after: '' } : null
}

function previewField(item: FormItem & { field: Field }, pages: PageView[]): PreviewField {
  const { field } = item
  const { name, label, value, confidence, threshold, reasons } = field
  return { name, label, text: readItem(item), found: value !== null, confidence, threshold, reasons, place: placeOf(field, pages) }
}

function proposalLines(proposal: ReviewDetail['request']['proposal']): ReviewPreview['proposal'] {
  if (proposal === null) return []
  if (typeof proposal !== 'object' || Array.isArray(proposal)) return [{ key: '', text: describeValue(proposal) }]
  return Object.entries(proposal)
    .slice(0, SHOWN_LINES)
    .map(([key, value]) => ({ key, text: describeValue(value) }))
}

/** Cuts a review down to what the inbox's preview shows. */
export function previewReview(review: ReviewDetail): ReviewPreview {
  const doubtful = formItems(review).flatMap((item) => (item.doubtful && item.field ? [{ ...item, field: item.field }] : []))
  return {
    id: review.id,
    run: review.run,
    title: review.title,
    titleSays: review.titleSays,
    reason: review.reason,
    kind: review.kind,
    status: review.status,
    verbs: review.request.verbs,
    shownHash: review.shownHash,
    objection: review.standing.why,
    objectionSays: review.standing.says,
    ticket: review.ticket,
    doubtful: doubtful.slice(0, SHOWN_FIELDS).map((item) => previewField(item, review.pages)),
    sure: review.fields.length - doubtful.length,
    proposal: review.fields.length > 0 || review.kind === 'incident' ? [] : proposalLines(review.request.proposal),
    error: review.attempts.findLast((attempt) => attempt.error)?.error?.message ?? null,
    attempts: review.attempts.length,
  }
}
