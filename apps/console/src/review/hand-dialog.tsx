'use client'

import { useRouter } from 'next/navigation'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Dialog } from '../decisions/dialog.tsx'
import { api } from '../frame/api.ts'
import styles from './review.module.css'
import type { Desk } from './use-desk.ts'

/** A moment as a `datetime-local` field wants it: in the reader's zone, to the minute. */
function localMoment(iso: string | null): string {
  if (iso === null) return ''
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Whose the review is, and until when it is to be decided. */
export function HandDialog({ desk, onClose }: { desk: Desk; onClose: () => void }) {
  const t = useTranslations('review.hand')
  const id = useId()
  const router = useRouter()
  const { review, people } = desk
  const [user, setUser] = useState(review.assignee ?? '')
  const [due, setDue] = useState(() => localMoment(review.dueAt))
  const send = () => {
    onClose()
    const calls = [
      ...(user === (review.assignee ?? '') ? [] : [api.assign(review.id, user || null)]),
      ...(due === localMoment(review.dueAt) ? [] : [api.setDeadline(review.id, due ? new Date(due).toISOString() : null)]),
    ]
    Promise.all(calls).then(() => router.refresh(), desk.problem.report)
  }
  return (
    <Dialog title={t('title')} help={t('help')} send={t('send')} onSend={send} onClose={onClose}>
      <label className={styles.asked} htmlFor={`${id}-user`}>
        {t('user')}
      </label>
      <select id={`${id}-user`} className="input" value={user} onChange={(event) => setUser(event.target.value)}>
        <option value="">{t('nobody')}</option>
        {people.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name === one.id ? one.id : `${one.name} (${one.id})`}
          </option>
        ))}
      </select>
      <label className={styles.asked} htmlFor={`${id}-due`}>
        {t('due')}
      </label>
      <input id={`${id}-due`} type="datetime-local" className="input" value={due} onChange={(event) => setDue(event.target.value)} />
    </Dialog>
  )
}
