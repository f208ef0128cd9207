'use client'

import { useEffect } from 'react'
import { api } from '../frame/api.ts'

/** Time for the page itself to load first. */
const AFTER_MS = 400
const PAGES = 2

/** Loads the page pictures of the next review before they are needed: the pages that show a doubtful field, else the first. */
export function useNextPictures(next: string | null): void {
  useEffect(() => {
    if (next === null) return
    const timer = setTimeout(() => {
      api.getReview(next).then(
        ({ pages, fields }) => {
          const doubtful = fields.filter((field) => field.confidence < field.threshold)
          const wanted = new Set(doubtful.flatMap((field) => field.evidence.map(({ page }) => page ?? 1)))
          const first = pages.filter(({ page }, index) => index === 0 || wanted.has(page))
          for (const { image } of first.slice(0, PAGES)) if (image) new Image().src = `/api/files/${image}`
        },
        // Only ahead of time: what is wrong is said when one gets there.
        () => undefined,
      )
    }, AFTER_MS)
    return () => clearTimeout(timer)
  }, [next])
}
