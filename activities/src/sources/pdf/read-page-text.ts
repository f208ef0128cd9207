import type { PageLine } from '@countersign/workflows/contract'
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { normaliseCharacters } from '../normalise-characters.ts'
import { hiddenRuns, isOff } from './hidden-runs.ts'
import { lamAlefMender } from './lam-alef.ts'
import { type PageContent, pageContent } from './page-content.ts'
import { natureOf, type PageNature } from './page-nature.ts'
import type { PagePixels } from './page-pixels.ts'
import { type GlyphRun, pdfLines, placeRun, type Segment, type Turn, turnOfText } from './pdf-lines.ts'
import { orderColumns } from './reading-order.ts'

interface Seen {
  pixels: PagePixels
  blank: boolean
}

export interface PageReading {
  width: number
  height: number
  lines: PageLine[]
  /** Text that nobody sees on the page, a line each. */
  hidden: string[]
  turn: Turn
  nature: PageNature
}

const RIGHT_TO_LEFT_DRAWN = /[\u0600-\u06ff\ufb50-\ufdff\ufe70-\ufeff]/
/** In a form's annotation: hidden, or not shown on screen (ISO 32000-1, table 165). */
const UNSEEN_FLAGS = 2 | 32

/** A page's text in reading order, with what nobody sees kept apart. `seen`: how the page looks, where it was drawn before. */
export async function readPageText(
  page: PDFPageProxy,
  { deep, turn, seen }: { deep: boolean; turn: Turn; seen: Seen | null },
): Promise<PageReading> {
  const frame = uprightView(page, turn, 1)
  const content = deep ? pageContent(await page.getOperatorList(), frame.transform) : null
  const segments = await placedRuns(page, frame)
  const pixels = seen?.pixels ?? null
  const unseen = hiddenRuns(segments, { width: frame.width, height: frame.height, content, pixels })
  const form = await formValues(page)
  const place = (runs: readonly GlyphRun[]) => runs.map((run) => placeRun(run, frame))
  const mend = mender(segments, content)
  const visible = segments.filter((_, index) => !unseen[index]).map((segment) => ({ ...segment, text: mend(segment.text) }))
  // pdf.js gives no text off the page; the page's program has it.
  const off = (content?.texts ?? []).filter(({ box }) => isOff(box, frame)).map(({ text }) => normaliseCharacters(text).trim())
  const unseenLines = [
    ...pdfLines(
      segments.filter((_, index) => unseen[index]),
      frame,
    ),
    ...pdfLines(place(form.hidden), frame),
  ].map(({ text }) => text)
  const hidden = [...new Set([...unseenLines, ...off])].filter(Boolean)
  const lines = [...orderColumns(pdfLines(visible, frame)), ...pdfLines(place(form.shown), frame)]
  const raw = visible.map(({ raw }) => raw).join(' ')
  const text = form.shown.reduce((all, { str }) => `${all} ${str}`, raw)
  const nature = natureOf(
    { width: frame.width, height: frame.height, text, lines: visible, images: content?.images ?? [], pixels },
    seen?.blank ?? false,
  )
  return { width: frame.width, height: frame.height, lines, hidden, turn: turnOfText(visible), nature }
}

/** The page as it is read when it is turned back by `turn`. */
export function uprightView(page: PDFPageProxy, turn: Turn, scale: number): ReturnType<PDFPageProxy['getViewport']> {
  return page.getViewport({ scale, rotation: (page.rotate + 360 - turn) % 360 })
}

/** A first look, without drawing: what the page seems to be. */
export async function lookAtPage(page: PDFPageProxy): Promise<PageNature> {
  const frame = page.getViewport({ scale: 1 })
  const segments = await placedRuns(page, frame)
  const text = segments.map(({ raw }) => raw).join(' ')
  return natureOf({ width: frame.width, height: frame.height, text, lines: segments, images: [], pixels: null }, false)
}

interface RawSegment extends Segment {
  /** As the file has it: private and unmapped characters included. */
  raw: string
}

async function placedRuns(page: PDFPageProxy, frame: ReturnType<PDFPageProxy['getViewport']>): Promise<RawSegment[]> {
  const { items } = await page.getTextContent()
  const runs: RawSegment[] = []
  for (const item of items) if ('str' in item && item.str.trim() !== '') runs.push({ ...placeRun(item, frame), raw: item.str })
  return runs
}

function mender(segments: readonly Segment[], content: PageContent | null): (text: string) => string {
  if (content === null || !segments.some(({ text }) => RIGHT_TO_LEFT_DRAWN.test(text))) return (text) => text
  return lamAlefMender(content.texts.map(({ glyphs }) => glyphs))
}

/** What was typed into a form lies in its annotations, not in the page's text. */
async function formValues(page: PDFPageProxy): Promise<{ shown: GlyphRun[]; hidden: GlyphRun[] }> {
  const annotations = await page.getAnnotations().catch(() => [])
  const values: { shown: GlyphRun[]; hidden: GlyphRun[] } = { shown: [], hidden: [] }
  for (const { subtype, fieldValue, rect, annotationFlags } of annotations) {
    if (subtype !== 'Widget' || typeof fieldValue !== 'string' || fieldValue.trim() === '' || !Array.isArray(rect)) continue
    const [left = 0, bottom = 0, right = 0, top = 0] = rect.map(Number)
    const height = Math.min(12, Math.max(4, top - bottom))
    const list = (Number(annotationFlags) & UNSEEN_FLAGS) === 0 ? values.shown : values.hidden
    for (const str of fieldValue.split(/\r?\n/)) {
      const transform = [height, 0, 0, height, left, bottom + height * 0.22]
      list.push({ str, dir: 'ltr', width: right - left, height, transform, fontName: 'form' })
    }
  }
  return values
}
