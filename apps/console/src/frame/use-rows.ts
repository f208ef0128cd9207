'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useKeys } from './use-keys.ts'

/** j and k move through a list of links, Enter opens; `/` goes to the search field with the given id. */
export function useRows(hrefs: string[], searchField: string): { selected: number; select: (index: number) => void } {
  const router = useRouter()
  const [selected, select] = useState(-1)
  const step = (by: 1 | -1) => {
    const next = Math.max(0, Math.min(hrefs.length - 1, selected + by))
    select(next)
    // The focus goes along, so that Enter opens this row and not what was clicked before.
    document.querySelector<HTMLElement>(`[data-row="${next}"] a`)?.focus()
  }
  useKeys({
    j: () => step(1),
    ArrowDown: () => step(1),
    k: () => step(-1),
    ArrowUp: () => step(-1),
    Enter: () => {
      const href = hrefs[selected]
      if (href) router.push(href)
    },
    '/': () => document.getElementById(searchField)?.focus(),
  })
  return { selected, select }
}
