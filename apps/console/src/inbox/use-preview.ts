'use client'

import { useEffect, useRef, useState } from 'react'
import type { ReviewPreview } from './preview-review.ts'

async function readPreview(id: string, signal: AbortSignal): Promise<ReviewPreview | null> {
  const response = await fetch(`/api/reviews/${encodeURIComponent(id)}/preview`, { signal })
  if (!response.ok) return null
  const preview: ReviewPreview = await response.json()
  return preview
}

/** The preview of the selected item: the server sent the first one, others are read when selected and kept. */
export function usePreview(id: string | undefined, first: ReviewPreview | null): ReviewPreview | null {
  const known = useRef(new Map<string, ReviewPreview>())
  const [, setVersion] = useState(0)
  if (first) known.current.set(first.id, first)

  useEffect(() => {
    if (!id || known.current.has(id)) return
    const abort = new AbortController()
    readPreview(id, abort.signal).then(
      (preview) => {
        if (!preview) return
        known.current.set(id, preview)
        setVersion((version) => version + 1)
      },
      () => undefined,
    )
    return () => abort.abort()
  }, [id])
  return (id && known.current.get(id)) || null
}
