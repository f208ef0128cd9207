'use client'

import { useEffect } from 'react'
import { z } from 'zod'

/** Time for the page itself to load first. */
const AFTER_MS = 400
const PICTURES = 3

/** Of the preview that the inbox shows: the pictures in which doubtful fields were read. */
const previewSchema = z.object({ doubtful: z.array(z.object({ place: z.object({ hash: z.string().optional() }).nullable() })) })

async function loadPictures(review: string): Promise<void> {
  const response = await fetch(`/api/reviews/${encodeURIComponent(review)}/preview`)
  const { doubtful } = previewSchema.parse(await response.json())
  const hashes = new Set(doubtful.flatMap(({ place }) => place?.hash ?? []))
  for (const hash of [...hashes].slice(0, PICTURES)) new Image().src = `/api/v1/files/${hash}`
}

/** Loads the page pictures of the next review before they are needed: those that show a doubtful field. */
export function useNextPictures(next: string | null): void {
  useEffect(() => {
    if (next === null) return
    const timer = setTimeout(() => {
      // Only ahead of time: what is wrong is said when one gets there.
      loadPictures(next).catch(() => undefined)
    }, AFTER_MS)
    return () => clearTimeout(timer)
  }, [next])
}
