'use client'

import type { Claim, ReviewDetail } from '@countersign/client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from '../frame/api.ts'

/** A lease is renewed while one works once less than this of it is left. */
const RENEW_BELOW_MS = 180_000
/** After a refusal typing does not ask again for this long: each key stroke would bring the same answer. */
const REFUSED_FOR_MS = 10_000

export interface ClaimState {
  /** Who holds the review now, and until when. */
  holder: { by: string; until: string } | null
  mine: boolean
  /** Held by somebody else: nothing can be decided here before that ends. */
  taken: boolean
  /** The lease of somebody else ran out while this page was open. */
  expired: string | null
  toggle(): void
  /** One works on it: takes the lease, or renews it where it is about to end. */
  touch(): void
}

/** True once the moment has passed; the page then shows it without waiting for news. */
function usePassed(until: string | null): boolean {
  const [passed, setPassed] = useState<string | null>(null)
  useEffect(() => {
    if (until === null) return
    const timer = setTimeout(() => setPassed(until), Math.max(0, Date.parse(until) - Date.now()))
    return () => clearTimeout(timer)
  }, [until])
  return until !== null && passed === until
}

/** The newest of what the server said with the page and what it answered since. */
function useHolder(review: ReviewDetail) {
  const [answered, setAnswered] = useState<{ over: ReviewDetail; claim: Pick<Claim, 'by' | 'until'> | null } | null>(null)
  const claim = answered?.over === review ? answered.claim : review.claim
  const passed = usePassed(claim?.until ?? null)
  const put = useCallback((next: Pick<Claim, 'by' | 'until'> | null) => setAnswered({ over: review, claim: next }), [review])
  return { holder: passed ? null : claim, last: claim, passed, put }
}

/** Calls back when somebody uses keys or pointer, at most every few seconds. */
function useWork(onWork: () => void): void {
  const latest = useRef(onWork)
  useEffect(() => {
    latest.current = onWork
  })
  useEffect(() => {
    let last = 0
    const work = () => {
      if (Date.now() - last < 5_000) return
      last = Date.now()
      latest.current()
    }
    for (const event of ['keydown', 'pointerdown'] as const) window.addEventListener(event, work)
    return () => {
      for (const event of ['keydown', 'pointerdown'] as const) window.removeEventListener(event, work)
    }
  }, [])
}

/** The lease on a review: who holds it, and the ways to take, keep and give it. */
export function useClaim(review: ReviewDetail, user: string, onProblem: (error: unknown) => void): ClaimState {
  const { holder, last, passed, put } = useHolder(review)
  const busy = useRef(false)
  const refusedAt = useRef(0)
  const mine = holder?.by === user
  const taken = holder !== null && !mine
  const mayClaim = review.status === 'open' && review.standing.allowed && !taken

  const run = (work: () => Promise<Pick<Claim, 'by' | 'until'> | null>) => {
    if (busy.current) return
    busy.current = true
    work()
      .then(put, (error: unknown) => {
        refusedAt.current = Date.now()
        onProblem(error)
      })
      .finally(() => {
        busy.current = false
      })
  }
  const take = () => run(() => api.claim(review.id))
  const left = () => (holder ? Date.parse(holder.until) - Date.now() : 0)
  useWork(() => {
    if (mine && mayClaim && left() < RENEW_BELOW_MS) take()
  })
  return {
    holder,
    mine,
    taken,
    expired: passed && last && last.by !== user ? last.by : null,
    toggle: () => {
      if (mine) run(() => api.release(review.id).then(() => null))
      else if (mayClaim) take()
    },
    touch: () => {
      const wasRefused = Date.now() - refusedAt.current < REFUSED_FOR_MS
      if (mayClaim && !wasRefused && left() < RENEW_BELOW_MS) take()
    },
  }
}
