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

/** What is selected within an area of the page, or null. */
export function selectionIn(area: HTMLElement | null): Taken | null {
  const selection = window.getSelection()
  if (!selection || selection.rangeCount === 0 || !area?.contains(selection.anchorNode)) return null
  const raw = selection.toString()
  const text = raw.replace(/\s+/g, ' ').trim()
  if (!text) return null
  const range = selection.getRangeAt(0)
  const start = range.startContainer
  const page = (start instanceof Element ? start : start.parentElement)?.closest<HTMLElement>('[data-page]')
  if (!page) return { text, evidence: [] }
  const number = Number(page.dataset.page)
  if (page.dataset.picture === undefined) {
    const [from, to] = [offsetOf(range.startContainer, range.startOffset), offsetOf(range.endContainer, range.endOffset)]
    const span = from !== null && to !== null && from < to ? { start: from, end: to } : undefined
    return { text, evidence: [{ page: number, span, text: span ? raw : text }] }
  }
  const box = boxOn(page.getBoundingClientRect(), range.getBoundingClientRect())
  return { text, evidence: [{ page: number, box, text }] }
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
