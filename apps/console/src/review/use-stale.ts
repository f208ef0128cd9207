'use client'

import type { ReviewDetail } from '@countersign/client'
import { useEffect, useState } from 'react'
import { api } from '../frame/api.ts'
import { type Difference, differencesOf } from './differences.ts'
import type { DraftState } from './use-draft.ts'

export interface StaleState {
  /** The proposal is not the one that the person has seen. */
  changed: boolean
  /** What differs; null while that is read, and where what it was before is no longer kept. */
  differences: Difference[] | null
  /** The person has seen the new one. */
  accept(): void
}

/** Notices that the proposal changed since the page, or the draft on it, was opened. */
export function useStale(review: ReviewDetail, draft: DraftState): StaleState {
  const { id, shownHash, request } = review
  const seen = draft.shownHash
  const changed = review.status === 'open' && seen !== shownHash
  const [found, setFound] = useState<{ for: string; differences: Difference[] } | null>(null)
  const key = `${seen} ${shownHash}`
  useEffect(() => {
    if (!changed) return
    let current = true
    api.getShown(id, seen).then(
      (before) => current && setFound({ for: `${seen} ${shownHash}`, differences: differencesOf(before, request) }),
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [changed, id, seen, shownHash, request])
  return {
    changed,
    differences: found?.for === key ? found.differences : null,
    accept: () => draft.change({ shownHash }),
  }
}
