'use client'

import type { ReviewDetail } from '@countersign/client'
import { useRouter } from 'next/navigation'
import { useDecisionQueue } from '../decisions/decision-queue.tsx'
import type { PendingDecision } from '../decisions/pending-decision.ts'
import { useSentences } from '../frame/use-sentences.ts'
import type { Onward } from './onward.ts'

export type Answer = Omit<PendingDecision['body'], 'clientKey' | 'shownHash' | 'ticket'>

/** Queues a decision and goes on to the next review, or back to the inbox after the last. */
export function useDecide(review: ReviewDetail, onward: Onward, neighbours: { previous: string | null } | null) {
  const router = useRouter()
  const sentences = useSentences()
  const { decide, pending, settled } = useDecisionQueue()
  return (answer: Answer) => {
    decide(
      { id: review.id, title: sentences.title(review) },
      { ...answer, shownHash: review.shownHash, ticket: review.ticket ?? undefined },
    )
    const before = neighbours?.previous
    const beforeIsOpen = before && !settled.has(before) && !pending.some((one) => one.review === before)
    router.push(onward.next ?? (beforeIsOpen ? onward.previous : null) ?? onward.inbox)
  }
}
