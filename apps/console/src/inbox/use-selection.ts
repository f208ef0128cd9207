'use client'

import type { ReviewSummary } from '@countersign/client'
import { useEffect, useRef, useState } from 'react'

interface Selection {
  selected: ReviewSummary | undefined
  select(id: string): void
  step(by: 1 | -1): void
}

function writeToAddress(id: string | undefined): void {
  const url = new URL(window.location.href)
  if (id) url.searchParams.set('at', id)
  else url.searchParams.delete('at')
  window.history.replaceState(null, '', url)
}

/**
 * Which item of a list is selected. Kept in the address, so that one comes back to the same place; when the selected
 * item leaves the list, the one that took its place is selected.
 */
export function useSelection(items: ReviewSummary[], initial: string | undefined): Selection {
  const [id, setId] = useState(initial)
  const place = useRef(0)
  const found = items.findIndex((item) => item.id === id)
  const index = found === -1 ? Math.min(place.current, items.length - 1) : found
  const selected = items[index]
  useEffect(() => {
    place.current = Math.max(0, index)
  }, [index])

  const select = (next: string | undefined) => {
    setId(next)
    writeToAddress(next)
  }
  return {
    selected,
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
