'use client'

import { knownProblem } from '@countersign/client/http'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { useSentences } from './use-sentences.ts'

interface Sending {
  busy: boolean
  /** Why the last attempt led nowhere, in words. */
  problem: string | null
  /** Does the work and reads the page anew; answers undefined where it was refused. */
  send<T>(work: () => Promise<T>): Promise<T | undefined>
}

/** Sends a change from a dialog or a button: busy meanwhile, and in words where it is refused. */
export function useSend(): Sending {
  const t = useTranslations('frame.send')
  const sentences = useSentences()
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  return {
    busy,
    problem,
    async send(work) {
      setBusy(true)
      setProblem(null)
      try {
        const answer = await work()
        router.refresh()
        return answer
      } catch (error) {
        const known = knownProblem(error)
        setProblem(known?.code === 'signed_out' ? t('signedOut') : known ? sentences.problem(known) : t('unavailable'))
        return undefined
      } finally {
        setBusy(false)
      }
    },
  }
}
