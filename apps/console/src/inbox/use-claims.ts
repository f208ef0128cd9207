'use client'

import type { ReviewSummary } from '@countersign/client'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { api } from '../frame/api.ts'
import { useSentences } from '../frame/use-sentences.ts'
import { useTimes } from '../frame/use-times.ts'
import { type ClientError, clientError } from '../server/client-error.ts'

export interface Claims {
  /** The lease on a review as it is now, also where the list does not know yet. */
  of(review: ReviewSummary): ReviewSummary['claim']
  toggle(review: ReviewSummary): void
  problem: string | null
  dismiss(): void
}

/** Claims from the list: takes a lease, or gives one's own back. What the server answered is shown until the list knows it. */
export function useClaims(user: string): Claims {
  const t = useTranslations('inbox.claim')
  const times = useTimes()
  const sentences = useSentences()
  const [answered, setAnswered] = useState(new Map<string, { over: ReviewSummary; claim: ReviewSummary['claim'] }>())
  const [problem, setProblem] = useState<ClientError | 'unknown' | null>(null)
  const busy = useRef(new Set<string>())

  const of = (review: ReviewSummary) => {
    const answer = answered.get(review.id)
    return answer?.over === review ? answer.claim : review.claim
  }
  const describe = (refused: ClientError | 'unknown'): string => {
    if (refused === 'unknown') return t('unknown')
    const { code, details } = refused
    if (code === 'claimed_by_other' && typeof details.by === 'string' && typeof details.until === 'string') {
      return t('taken', { by: details.by, time: times.date(details.until, { timeStyle: 'short' }) })
    }
    return t('failed', { message: sentences.problem(refused) })
  }
  return {
    of,
    problem: problem && describe(problem),
    dismiss: () => setProblem(null),
    toggle(review) {
      if (busy.current.has(review.id)) return
      busy.current.add(review.id)
      setProblem(null)
      const work = of(review)?.by === user ? api.release(review.id).then(() => null) : api.claim(review.id)
      work
        .then(
          (claim) => setAnswered((now) => new Map(now).set(review.id, { over: review, claim })),
          (error: unknown) => setProblem(clientError(error) ?? 'unknown'),
        )
        .finally(() => busy.current.delete(review.id))
    },
  }
}
