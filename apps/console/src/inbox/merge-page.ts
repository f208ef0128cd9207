import type { ReviewSummary } from '@countersign/client'

interface Page {
  items: ReviewSummary[]
  next: string | null
}

/** What the list shows, where to read on, and what has come since that would push rows away from under the pointer. */
export interface Listed extends Page {
  fresh: ReviewSummary[]
}

/**
 * Brings a list up to date with its beginning as it is now. What is gone leaves, what has changed is shown as it is, what comes after
 * all that is shown is added; what would stand between rows only announces itself.
 */
export function mergePage(listed: Listed, page: Page): Listed {
  const now = new Map(page.items.map((item) => [item.id, item]))
  const lastShared = listed.items.findLastIndex(({ id }) => now.has(id))
  // Nothing of it is left: this is another list.
  if (lastShared === -1) return { ...page, fresh: [] }
  const whole = page.next === null
  const kept = listed.items.flatMap((item, index) => now.get(item.id) ?? (whole || index <= lastShared ? [] : [item]))
  const known = new Set(kept.map(({ id }) => id))
  const lastKnown = page.items.findLastIndex(({ id }) => known.has(id))
  const unknown = page.items.filter(({ id }) => !known.has(id))
  const before = page.items.slice(0, lastKnown).filter(({ id }) => !known.has(id))
  // The page reaches beyond all that is shown, so its end is the list's.
  const reaches = whole || lastShared === listed.items.length - 1
  if (!reaches) return { items: kept, next: listed.next, fresh: unknown }
  return { items: [...kept, ...page.items.slice(lastKnown + 1)], next: page.next, fresh: before }
}

/** Adds the next page to a list. */
export function appendPage(listed: Listed, page: Page): Listed {
  const known = new Set(listed.items.map(({ id }) => id))
  return { ...listed, items: [...listed.items, ...page.items.filter(({ id }) => !known.has(id))], next: page.next }
}
