'use client'

import type { ReviewSummary } from '@countersign/client'
import { useRef, useState } from 'react'

/** The reviews that are selected for one answer to all. */
export interface Marks {
  ids: ReadonlySet<string>
  /** Everything that the filter leaves, shown or not. */
  all: boolean
  toggle(id: string, options?: { range?: boolean }): void
  markAll(): void
  clear(): void
}

/** Selects one by one, or with `range` all from the one toggled last. What leaves the list is selected no more. */
export function useMarks(items: readonly ReviewSummary[]): Marks {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const [all, setAll] = useState(false)
  const anchor = useRef<string | null>(null)
  const shown = items.filter(({ id }) => marked.has(id)).map(({ id }) => id)
  return {
    ids: new Set(shown),
    all,
    toggle(id, { range = false } = {}) {
      const from = items.findIndex((item) => item.id === anchor.current)
      const to = items.findIndex((item) => item.id === id)
      setAll(false)
      setMarked((now) => {
        const next = new Set(now)
        if (range && from !== -1) {
          for (const item of items.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(item.id)
        } else if (!next.delete(id)) next.add(id)
        return next
      })
      anchor.current = id
    },
    markAll() {
      setAll(true)
      setMarked(new Set(items.map(({ id }) => id)))
    },
    clear() {
      setAll(false)
      setMarked(new Set())
      anchor.current = null
    },
  }
}
