'use client'

import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { NamedIcon } from '../frame/icons.tsx'
import { useKeys } from '../frame/use-keys.ts'
import { type Refused, useDecisionQueue } from './decision-queue.tsx'
import styles from './decisions.module.css'
import { describeRefusal } from './describe-refusal.ts'

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
  return (
    <div className={styles.toast} data-state="refused" role="alert">
      <NamedIcon name="incident" />
      <span className={styles.text}>
        <b>{refused.decision.title}</b> {describeRefusal(refused.problem)}
      </span>
      <Link className="link" href={`/reviews/${refused.decision.review}`} prefetch={false} onClick={onClose}>
        Look at it
      </Link>
      <button type="button" className={styles.close} aria-label="Close" onClick={onClose}>
        <NamedIcon name="close" size={12} />
      </button>
    </div>
  )
}

/** What was just decided, with the way to undo it; and what the server refused. */
export function DecisionToasts() {
  const router = useRouter()
  const { pending, refused, undo, sendNow, dismiss } = useDecisionQueue()
  const newest = pending.at(-1)
  const left = useSecondsLeft(newest?.sendAt)
  const undoNewest = () => {
    const undone = undo()
    if (undone) router.push(`/reviews/${undone.review}`)
  }
  useKeys({ u: undoNewest })

  return (
    <div className={styles.toasts} aria-live="polite">
      {refused.map((one) => (
        <RefusedToast key={one.decision.review} refused={one} onClose={() => dismiss(one.decision.review)} />
      ))}
      {newest && (
        <div className={styles.toast}>
          <NamedIcon name="done" />
          <span className={styles.text}>
            {newest.word}: <b>{newest.title}</b>
            {pending.length > 1 && <span className="dim"> and {pending.length - 1} more</span>}
          </span>
          {/* Not read aloud: it changes every second. */}
          <span className="dim" aria-hidden="true">
            {left > 0 ? `sent in ${left} s` : 'sending…'}
          </span>
          <button type="button" className="btn quiet" onClick={sendNow}>
            Send now
          </button>
          <button type="button" className="btn" onClick={undoNewest}>
            Undo <kbd>u</kbd>
          </button>
        </div>
      )}
    </div>
  )
}
