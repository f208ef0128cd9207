'use client'

import { useRouter } from 'next/navigation'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { forgetDraft } from '../review/draft.ts'
import {
  type DecisionProblem,
  loadPending,
  type Outcome,
  type PendingDecision,
  RESEND_MS,
  savePending,
  sendDecision,
  UNDO_MS,
  VERB_WORDS,
} from './pending-decision.ts'

export interface Refused {
  decision: PendingDecision
  problem: DecisionProblem
}

interface DecisionQueue {
  /** Made and not yet answered, oldest first. */
  pending: PendingDecision[]
  /** Answered by the server with yes; the lists may still show them for a moment. */
  settled: ReadonlySet<string>
  refused: Refused[]
  /** Keeps a decision for five seconds, then sends it. */
  decide(review: { id: string; title: string }, body: Omit<PendingDecision['body'], 'clientKey'>): void
  undo(review?: string): PendingDecision | null
  sendNow(): void
  dismiss(review: string): void
}

const Queue = createContext<DecisionQueue | null>(null)

/** The decisions this browser has made and not yet sent. Throws outside of {@link DecisionProvider}. */
export function useDecisionQueue(): DecisionQueue {
  const queue = useContext(Queue)
  if (!queue) throw new Error('useDecisionQueue needs a DecisionProvider above it')
  return queue
}

/** Sends what is due and tells the outcome of each; what the browser is closed on is sent on its way out. */
function useSender(pending: PendingDecision[], onOutcome: (decision: PendingDecision, outcome: Outcome) => void): void {
  const sending = useRef(new Set<string>())
  const latest = useRef(pending)
  useEffect(() => {
    latest.current = pending
  }, [pending])

  useEffect(() => {
    const waiting = pending.filter((decision) => !sending.current.has(decision.body.clientKey))
    if (waiting.length === 0) return
    const due = Math.min(...waiting.map((decision) => decision.sendAt))
    const timer = setTimeout(
      () => {
        for (const decision of waiting.filter((one) => one.sendAt <= due)) {
          sending.current.add(decision.body.clientKey)
          void sendDecision(decision).then((outcome) => {
            sending.current.delete(decision.body.clientKey)
            onOutcome(decision, outcome)
          })
        }
      },
      Math.max(0, due - Date.now()),
    )
    return () => clearTimeout(timer)
  }, [pending, onOutcome])

  useEffect(() => {
    const flush = () => {
      for (const decision of latest.current) void sendDecision(decision, { keepalive: true })
    }
    window.addEventListener('pagehide', flush)
    return () => window.removeEventListener('pagehide', flush)
  }, [])
}

/** Holds decisions for the whole console, so that one can move on to the next item while they can still be undone. */
export function DecisionProvider({ children }: { children: ReactNode }) {
  const router = useRouter()
  const [pending, setPending] = useState<PendingDecision[]>([])
  const [settled, setSettled] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState<Refused[]>([])
  const loaded = useRef(false)

  useEffect(() => {
    const kept = loadPending()
    loaded.current = true
    if (kept.length > 0) setPending((now) => [...kept, ...now])
  }, [])
  useEffect(() => {
    if (loaded.current) savePending(pending)
  }, [pending])

  const onOutcome = useCallback(
    (decision: PendingDecision, outcome: Outcome) => {
      const same = (one: PendingDecision) => one.body.clientKey === decision.body.clientKey
      if (outcome.kind === 'again') {
        setPending((now) => now.map((one) => (same(one) ? { ...one, sendAt: Date.now() + RESEND_MS } : one)))
        return
      }
      setPending((now) => now.filter((one) => !same(one)))
      if (outcome.kind === 'sent') {
        forgetDraft(decision.review)
        setSettled((now) => new Set(now).add(decision.review))
      } else {
        setRefused((now) => [...now.filter((one) => one.decision.review !== decision.review), { decision, problem: outcome.problem }])
      }
      router.refresh()
    },
    [router],
  )
  useSender(pending, onOutcome)

  const queue = useMemo<DecisionQueue>(
    () => ({
      pending,
      settled,
      refused,
      decide: (review, body) => {
        const decision = {
          review: review.id,
          title: review.title,
          word: VERB_WORDS[body.verb],
          sendAt: Date.now() + UNDO_MS,
          body: { ...body, clientKey: crypto.randomUUID() },
        }
        setPending((now) => [...now.filter((one) => one.review !== review.id), decision])
      },
      undo: (review) => {
        const target = review ? pending.find((one) => one.review === review) : pending.at(-1)
        if (target) setPending((now) => now.filter((one) => one !== target))
        return target ?? null
      },
      sendNow: () => setPending((now) => now.map((one) => ({ ...one, sendAt: 0 }))),
      dismiss: (review) => setRefused((now) => now.filter((one) => one.decision.review !== review)),
    }),
    [pending, settled, refused],
  )
  return <Queue value={queue}>{children}</Queue>
}
