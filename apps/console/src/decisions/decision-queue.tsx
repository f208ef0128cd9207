'use client'

import { useRouter } from 'next/navigation'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { forgetDraft } from '../review/draft.ts'
import { KEPT_MS, loadPending, type PendingDecision, RESEND_MS, savePending, UNDO_MS } from './pending-decision.ts'
import { type DecisionProblem, type Outcome, sendDecision } from './send-decision.ts'

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

/** The lists have read themselves anew by then; a review that comes back after that is shown again. */
const SETTLED_MS = 10_000

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
    const waiting = pending.filter((decision) => !decision.held && !sending.current.has(decision.body.clientKey))
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
      for (const decision of latest.current) if (!decision.held) void sendDecision(decision, { keepalive: true })
    }
    window.addEventListener('pagehide', flush)
    return () => window.removeEventListener('pagehide', flush)
  }, [])
}

const LONG_AGO: DecisionProblem = { code: 'kept_too_long', message: '', retryable: false, details: {} }

/** What an earlier page of this person left, sorted into what is sent now and what is handed back. */
function sortKept(kept: PendingDecision[], now: number): { fresh: PendingDecision[]; old: Refused[] } {
  const isOld = ({ sendAt }: PendingDecision) => now - sendAt > KEPT_MS
  return {
    fresh: kept.filter((one) => !isOld(one)).map((one) => ({ ...one, held: false })),
    old: kept.filter(isOld).map((decision) => ({ decision, problem: LONG_AGO })),
  }
}

/** Decisions that outlive the page: loaded once per person, saved on every change, tried again when one comes back to the tab. */
function useKept(user: string, onOld: (old: Refused[]) => void) {
  const [pending, setPending] = useState<PendingDecision[]>([])
  const loaded = useRef<string | null>(null)
  useEffect(() => {
    const { fresh, old } = sortKept(loadPending(user), Date.now())
    const isOther = loaded.current !== user
    loaded.current = user
    setPending((now) => (isOther ? fresh : now))
    if (old.length > 0) onOld(old)
  }, [user, onOld])
  useEffect(() => {
    if (loaded.current === user && user) savePending(user, pending)
  }, [user, pending])
  useEffect(() => {
    const wake = () => {
      if (!document.hidden) setPending((now) => (now.some((one) => one.held) ? now.map((one) => ({ ...one, held: false })) : now))
    }
    window.addEventListener('focus', wake)
    document.addEventListener('visibilitychange', wake)
    return () => {
      window.removeEventListener('focus', wake)
      document.removeEventListener('visibilitychange', wake)
    }
  }, [])
  return [pending, setPending] as const
}

const sameAs = (decision: PendingDecision) => (one: PendingDecision) => one.body.clientKey === decision.body.clientKey

/**
 * Holds decisions for the whole console, so that one can move on to the next item while they can still be undone.
 * `user`: whose decisions they are; empty where nobody is signed in.
 */
export function DecisionProvider({ user, children }: { user: string; children: ReactNode }) {
  const router = useRouter()
  const [settled, setSettled] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState<Refused[]>([])
  const onOld = useCallback((old: Refused[]) => setRefused((now) => [...now, ...old]), [])
  const [pending, setPending] = useKept(user, onOld)

  const onOutcome = useCallback(
    (decision: PendingDecision, outcome: Outcome) => {
      const same = sameAs(decision)
      if (outcome.kind === 'again' || outcome.kind === 'held') {
        const later = outcome.kind === 'held' ? { held: true } : { sendAt: Date.now() + RESEND_MS }
        setPending((now) => now.map((one) => (same(one) ? { ...one, ...later } : one)))
        return
      }
      setPending((now) => now.filter((one) => !same(one)))
      if (outcome.kind === 'sent') {
        forgetDraft(user, decision.review)
        setSettled((now) => new Set(now).add(decision.review))
        setTimeout(() => setSettled((now) => new Set([...now].filter((one) => one !== decision.review))), SETTLED_MS)
      } else {
        setRefused((now) => [...now.filter((one) => one.decision.review !== decision.review), { decision, problem: outcome.problem }])
      }
      router.refresh()
    },
    [router, user, setPending],
  )
  useSender(pending, onOutcome)

  const queue = useMemo<DecisionQueue>(
    () => ({
      pending,
      settled,
      refused,
      decide: (review, body) => {
        const { id, title } = review
        const decision = { review: id, title, sendAt: Date.now() + UNDO_MS, held: false, body: { ...body, clientKey: crypto.randomUUID() } }
        setPending((now) => [...now.filter((one) => one.review !== id), decision])
      },
      undo: (review) => {
        const target = review ? pending.find((one) => one.review === review) : pending.at(-1)
        if (target) setPending((now) => now.filter((one) => one !== target))
        return target ?? null
      },
      sendNow: () => setPending((now) => now.map((one) => ({ ...one, held: false, sendAt: 0 }))),
      dismiss: (review) => setRefused((now) => now.filter((one) => one.decision.review !== review)),
    }),
    [pending, settled, refused, setPending],
  )
  return <Queue value={queue}>{children}</Queue>
}
