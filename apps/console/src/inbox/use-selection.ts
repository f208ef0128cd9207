'use client'

import type { ReviewSummary } from '@countersign/client'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'

interface Selection {
  selected: ReviewSummary | undefined
  /** The one after it. */
  next: ReviewSummary | undefined
  select(id: string): void
  step(by: 1 | -1): void
}

/** Where one was in each list; not in the address, because a link for a colleague should not carry it along. */
const keyOf = (list: string): string => `countersign.place.${list}`

// The place is known to the browser only: set before the first paint there, left alone on the server.
const useBeforePaint = typeof window === 'undefined' ? useEffect : useLayoutEffect

/**
 * Which item of a list (named by its address) is selected. One comes back to the same place; when the selected item
 * leaves the list, the one that took its place is selected.
 */
export function useSelection(list: string, items: ReviewSummary[]): Selection {
  const [id, setId] = useState<string>()
  const place = useRef(0)
  const found = items.findIndex((item) => item.id === id)
  const index = found === -1 ? Math.min(place.current, items.length - 1) : found
  useBeforePaint(() => setId(sessionStorage.getItem(keyOf(list)) ?? undefined), [list])
  useEffect(() => {
    place.current = Math.max(0, index)
  }, [index])

  const select = (next: string) => {
    setId(next)
    sessionStorage.setItem(keyOf(list), next)
  }
  return {
    selected: items[index],
    next: items[index + 1],
    select,
    step: (by) => {
      const next = items[Math.min(items.length - 1, Math.max(0, index + by))]
      if (!next) return
      select(next.id)
      // The focus goes along, so that Enter opens this row and not what was clicked before.
      document.querySelector<HTMLElement>(`#row-${next.id} a`)?.focus()
    },
  }
}
