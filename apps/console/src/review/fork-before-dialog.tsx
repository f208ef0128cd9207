'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Dialog } from '../decisions/dialog.tsx'
import { api } from '../frame/api.ts'
import { useSend } from '../frame/use-send.ts'
import fields from './fields.module.css'
import styles from './review.module.css'
import type { Desk } from './use-desk.ts'

/** A new run from where this was asked, which asks again; then its page. */
export function ForkBeforeDialog({ desk, onClose }: { desk: Desk; onClose: () => void }) {
  const t = useTranslations('review.fork')
  const router = useRouter()
  const { busy, problem, send } = useSend()
  const [reason, setReason] = useState('')
  // Sent again after a lost answer, it makes no second run.
  const [clientKey] = useState(() => crypto.randomUUID())
  const { run, checkpoint } = desk.review
  const fork = async () => {
    if (busy) return
    const why = reason.trim() ? { reason: reason.trim() } : {}
    const made = await send(() => api.forkRun(run, { checkpoint, clientKey, ...why }))
    if (made) router.push(`/runs/${made.run}`)
  }
  return (
    <Dialog title={t('title')} help={t('help')} send={t('send')} onSend={() => void fork()} onClose={onClose}>
      <label className={styles.asked}>
        {t('reason')}
        <input className="input" value={reason} maxLength={4000} onChange={(event) => setReason(event.target.value)} />
      </label>
      {problem && (
        <p role="alert" className={fields.problem}>
          {problem}
        </p>
      )}
    </Dialog>
  )
}
