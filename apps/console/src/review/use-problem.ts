'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { type ClientError, clientError } from '../server/client-error.ts'

/** What went wrong with something done on the page that is no decision: a claim, a comment, a hand-over. */
export interface ProblemState {
  shown: ClientError | 'unknown' | null
  report(error: unknown): void
  dismiss(): void
}

/** Keeps the last problem until it is dismissed, and reads the page anew: it is no longer what was shown. */
export function useProblem(): ProblemState {
  const router = useRouter()
  const [shown, setShown] = useState<ProblemState['shown']>(null)
  return {
    shown,
    report: (error) => {
      const known = clientError(error)
      setShown(known ?? 'unknown')
      // Read anew without a session, the page would give way to the sign-in page, under whoever types in it.
      if (known?.code !== 'signed_out') router.refresh()
    },
    dismiss: () => setShown(null),
  }
}
