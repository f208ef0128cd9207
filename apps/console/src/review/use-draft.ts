'use client'

import type { ReviewDetail } from '@countersign/client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Draft, forgetDraft, keepDraft, loadDraft } from './draft.ts'

type Kept = Omit<Draft, 'at'>

export interface DraftState extends Kept {
  /** When kept text was brought back (ms), until it is discarded. */
  restoredAt: number | null
  change(change: Partial<Kept>): void
  write(name: string, text: string): void
  discard(): void
}

const empty = (shownHash: string): Kept => ({ shownHash, typed: {}, evidence: {}, words: {} })

/** What this person has written on the review: brought back when the page opens, kept on every key stroke. */
export function useDraft(review: ReviewDetail, user: string): DraftState {
  const { id, shownHash } = review
  const [kept, setKept] = useState<Kept>(() => empty(shownHash))
  const [restoredAt, setRestoredAt] = useState<number | null>(null)
  const latest = useRef(kept)
  const isOpen = review.status === 'open'
  const put = useCallback((next: Kept) => {
    latest.current = next
    setKept(next)
  }, [])

  useEffect(() => {
    const draft = isOpen ? loadDraft(user, id) : null
    if (!draft) return
    put(draft)
    setRestoredAt(draft.at)
  }, [user, id, isOpen, put])

  const change = useCallback(
    (part: Partial<Kept>) => {
      const next = { ...latest.current, ...part }
      put(next)
      keepDraft(user, id, { ...next, at: Date.now() })
    },
    [user, id, put],
  )
  // One that was decided and is open again is seen as it is now: there is nothing that one had in mind before.
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (isOpen && !wasOpen.current) put({ ...latest.current, shownHash })
    wasOpen.current = isOpen
  }, [isOpen, shownHash, put])
  return {
    ...kept,
    restoredAt,
    change,
    write: (name, text) => change({ words: { ...latest.current.words, [name]: text } }),
    discard: () => {
      put(empty(shownHash))
      setRestoredAt(null)
      forgetDraft(user, id)
    },
  }
}
