'use client'

import { useEffect, useRef, useState } from 'react'
import type { ReviewPreview } from './preview-review.ts'

async function readPreview(id: string, signal: AbortSignal): Promise<ReviewPreview | null> {
  const response = await fetch(`/api/reviews/${encodeURIComponent(id)}/preview`, { signal })
  if (!response.ok) return null
  const preview: ReviewPreview = await response.json()
  return preview
}

/** A preview is proof of what was shown only for some time; it is read anew well before that ends. */
const FRESH_MS = 5 * 60_000

interface Known {
  preview: ReviewPreview
  at: number
  /** The state of the page it was read for. */
  page: unknown
}

/**
 * The preview of the selected item, and that of the next one before it is needed. The server sent the first one; each is read anew
 * when `page` changes, which is whenever something may have happened to it, and shown as it was until then.
 */
export function usePreview(
  id: string | undefined,
  next: string | undefined,
  first: ReviewPreview | null,
  page: unknown,
): ReviewPreview | null {
  const known = useRef(new Map<string, Known>())
  const [, setVersion] = useState(0)
  if (first && known.current.get(first.id)?.page !== page) known.current.set(first.id, { preview: first, at: Date.now(), page })

  useEffect(() => {
    const abort = new AbortController()
    const load = async (wanted: string | undefined) => {
      if (!wanted) return
      const there = known.current.get(wanted)
      if (there && there.page === page && Date.now() - there.at < FRESH_MS) return
      const preview = await readPreview(wanted, abort.signal)
      if (!preview) return
      known.current.set(wanted, { preview, at: Date.now(), page })
      setVersion((version) => version + 1)
    }
    load(id)
      .then(() => load(next))
      .catch(() => undefined)
    return () => abort.abort()
  }, [id, next, page])
  return (id && known.current.get(id)?.preview) || null
}
