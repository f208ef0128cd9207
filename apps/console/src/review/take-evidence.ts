import type { PageView } from '@countersign/client'
import type { Evidence } from '@countersign/client/contract'

/** A value that a person took from the source, with its place. */
export interface Taken {
  text: string
  evidence: Evidence[]
}

interface Box {
  x: number
  y: number
  w: number
  h: number
}

const round = (share: number): number => Math.round(Math.max(0, Math.min(1, share)) * 1e5) / 1e5

/** A rectangle on the screen as fractions of the page under it. */
export function boxOn(page: DOMRect, { left, top, width, height }: Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>): Box {
  return {
    x: round((left - page.left) / page.width),
    y: round((top - page.top) / page.height),
    w: round(width / page.width),
    h: round(height / page.height),
  }
}

/** The words of a page whose middle lies in a box, line by line as the page has them. */
export function wordsIn(lines: PageView['lines'], box: Box): string {
  const inside = lines.filter(({ x, y, w, h }) => {
    const [middle, height] = [x + w / 2, y + h / 2]
    return middle >= box.x && middle <= box.x + box.w && height >= box.y && height <= box.y + box.h
  })
  return inside.map((line) => line.text).join(' ')
}

/** Offset of a place in a page's text: each piece of it says where it starts. */
function offsetOf(node: Node, offset: number): number | null {
  const piece = node instanceof Text ? node.parentElement?.closest('[data-start]') : null
  const start = piece?.getAttribute('data-start')
  return start ? Number(start) + offset : null
}

/** Where the mouse went down and where it went up, on the screen. */
export interface Drag {
  from: { x: number; y: number }
  to: { x: number; y: number }
}

const unionOf = (rects: DOMRect[]): Pick<DOMRect, 'left' | 'top' | 'width' | 'height'> => {
  const left = Math.min(...rects.map((rect) => rect.left))
  const top = Math.min(...rects.map((rect) => rect.top))
  return {
    left,
    top,
    width: Math.max(...rects.map((rect) => rect.right)) - left,
    height: Math.max(...rects.map((rect) => rect.bottom)) - top,
  }
}

/**
 * The lines of a picture that a drag passed over. The browser's own selection follows the order of the lines in the document, not
 * on the page: a drag a little beyond the end of a line would take everything before it.
 */
function linesUnder(page: HTMLElement, { from, to }: Drag): HTMLElement[] {
  const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)]
  const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)]
  return [...page.querySelectorAll<HTMLElement>('[data-line]')].filter((line) => {
    const rect = line.getBoundingClientRect()
    return rect.left < right && rect.right > left && rect.top < bottom && rect.bottom > top
  })
}

function takenFromPicture(page: HTMLElement, range: Range, text: string, drag: Drag): Taken | null {
  const number = Number(page.dataset.page)
  const take = (words: string, rect: Parameters<typeof boxOn>[1]): Taken => ({
    text: words,
    evidence: [{ page: number, box: boxOn(page.getBoundingClientRect(), rect), text: words }],
  })
  if (range.startContainer === range.endContainer) return take(text, range.getBoundingClientRect())
  const lines = linesUnder(page, drag)
  const words = lines.map((line) => line.textContent).join(' ')
  return words ? take(words, unionOf(lines.map((line) => line.getBoundingClientRect()))) : null
}

/** What is selected within an area of the page, or null. */
export function selectionIn(area: HTMLElement | null, drag: Drag): Taken | null {
  const selection = window.getSelection()
  if (!selection || selection.rangeCount === 0 || !area?.contains(selection.anchorNode)) return null
  const raw = selection.toString()
  const text = raw.replace(/\s+/g, ' ').trim()
  if (!text) return null
  const range = selection.getRangeAt(0)
  const start = selection.anchorNode
  const page = (start instanceof Element ? start : start?.parentElement)?.closest<HTMLElement>('[data-page]')
  if (!page) return { text, evidence: [] }
  if (page.dataset.picture !== undefined) {
    const taken = takenFromPicture(page, range, text, drag)
    // The place is marked from now on.
    selection.removeAllRanges()
    return taken
  }
  const [from, to] = [offsetOf(range.startContainer, range.startOffset), offsetOf(range.endContainer, range.endOffset)]
  const span = from !== null && to !== null && from < to ? { start: from, end: to } : undefined
  return { text, evidence: [{ page: Number(page.dataset.page), span, text: span ? raw : text }] }
}

/** The field whose mark lies under a point; the smallest where several do. */
export function markAt(area: HTMLElement | null, { clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>): string | null {
  const hits = [...(area?.querySelectorAll<HTMLElement>('[data-mark]') ?? [])].flatMap((mark) => {
    const inside = [...mark.getClientRects()].some(
      ({ left, right, top, bottom }) => clientX >= left && clientX <= right && clientY >= top && clientY <= bottom,
    )
    return inside ? [{ field: mark.dataset.mark ?? '', size: mark.offsetWidth * mark.offsetHeight }] : []
  })
  return hits.toSorted((a, b) => a.size - b.size)[0]?.field ?? null
}
