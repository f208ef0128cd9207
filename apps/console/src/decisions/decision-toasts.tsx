'use client'

import Link from 'next/link'
import { usePathname, useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { NamedIcon } from '../frame/icons.tsx'
import { useKeys } from '../frame/use-keys.ts'
import { useSentences } from '../frame/use-sentences.ts'
import { signInAddress } from '../signin/return-path.ts'
import { type Refused, useDecisionQueue } from './decision-queue.tsx'
import styles from './decisions.module.css'
import { describeRefusal } from './describe-refusal.ts'
import type { PendingDecision } from './pending-decision.ts'

function useSecondsLeft(until: number | undefined): number {
  const [now, setNow] = useState(0)
  useEffect(() => {
    if (until === undefined) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [until])
  return until === undefined || now === 0 ? 0 : Math.max(0, Math.ceil((until - now) / 1000))
}

function RefusedToast({ refused, onClose }: { refused: Refused; onClose: () => void }) {
  const t = useTranslations('decisions')
  const sentences = useSentences()
  return (
    <div className={styles.toast} data-state="refused" role="alert">
      <NamedIcon name="incident" />
      <span className={styles.text}>
        <b>{refused.decision.title}</b> {describeRefusal(t, sentences, refused.problem)}
      </span>
      <Link className="link" href={`/reviews/${refused.decision.review}`} prefetch={false} onClick={onClose}>
        {t('look')}
      </Link>
      <button type="button" className={styles.close} aria-label={t('close')} onClick={onClose}>
        <NamedIcon name="close" size={12} />
      </button>
    </div>
  )
}

/** Decisions that wait for their person to sign in again. */
function HeldToast({ held }: { held: PendingDecision[] }) {
  const t = useTranslations('decisions')
  const path = usePathname()
  return (
    <div className={styles.toast} data-state="refused" role="alert">
      <NamedIcon name="incident" />
      <span className={styles.text}>{t('held', { count: held.length })}</span>
      {/* A document of its own: the page behind it must be read as whoever signs in. */}
      <a className="btn" href={signInAddress(path)}>
        {t('signIn')}
      </a>
    </div>
  )
}

function PendingToast({ pending, onUndo, onSend }: { pending: PendingDecision[]; onUndo: () => void; onSend: () => void }) {
  const t = useTranslations('decisions')
  const newest = pending.at(-1)
  const left = useSecondsLeft(newest?.sendAt)
  if (!newest) return null
  return (
    <div className={styles.toast}>
      <NamedIcon name="done" />
      <span className={styles.text}>
        {t(`done.${newest.body.verb}`)}: <b>{newest.title}</b>
        {pending.length > 1 && <span className="dim"> {t('andMore', { count: pending.length - 1 })}</span>}
      </span>
      {/* Not read aloud: it changes every second. */}
      <span className="dim" aria-hidden="true">
        {left > 0 ? t('sentIn', { seconds: left }) : t('sending')}
      </span>
      <button type="button" className="btn quiet" onClick={onSend}>
        {t('sendNow')}
      </button>
      <button type="button" className="btn" onClick={onUndo}>
        {t('undo')} <kbd>u</kbd>
      </button>
    </div>
  )
}

/** What was just decided, with the way to undo it; what waits for a sign-in; and what the server refused. */
export function DecisionToasts() {
  const router = useRouter()
  const { pending, refused, undo, sendNow, dismiss } = useDecisionQueue()
  const held = pending.filter((one) => one.held)
  const waiting = pending.filter((one) => !one.held)
  const undoNewest = () => {
    const undone = undo(waiting.at(-1)?.review)
    if (undone) router.push(`/reviews/${undone.review}`)
  }
  useKeys({ u: undoNewest })

  return (
    <div className={styles.toasts} aria-live="polite">
      {refused.map((one) => (
        <RefusedToast key={one.decision.review} refused={one} onClose={() => dismiss(one.decision.review)} />
      ))}
      {held.length > 0 && <HeldToast held={held} />}
      {waiting.length > 0 && <PendingToast pending={waiting} onUndo={undoNewest} onSend={sendNow} />}
    </div>
  )
}
