'use client'

import { type ReactNode, useEffect, useId, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import styles from './decisions.module.css'
import { Dialog } from './dialog.tsx'
import { loadReasons, rememberReason } from './recent-reasons.ts'

interface Props {
  title: string
  help: string
  send: string
  /** What is said when no reason is given. */
  missing: string
  /** Text to begin with, and what to do with each change of it: so that it can be kept. */
  text?: string
  onText?: (text: string) => void
  /** Reasons given lately are offered and this one is remembered. */
  recent?: boolean
  onSend: (reason: string) => void
  onClose: () => void
  /** More to choose, above the reason. */
  children?: ReactNode
}

function Recent({ onPick }: { onPick: (reason: string) => void }) {
  const [recent, setRecent] = useState<string[]>([])
  useEffect(() => setRecent(loadReasons()), [])
  if (recent.length === 0) return null
  return (
    <div className={styles.reasons}>
      {recent.map((one) => (
        <button key={one} type="button" onClick={() => onPick(one)}>
          {one}
        </button>
      ))}
    </div>
  )
}

/** Asks for a reason; sends nothing without one. */
export function ReasonDialog({ text = '', onText, recent, missing, onSend, children, ...rest }: Props) {
  const t = useTranslations('decisions')
  const [reason, setReason] = useState(text)
  const [isMissing, setMissing] = useState(false)
  const id = useId()
  const write = (next: string) => {
    setReason(next)
    setMissing(false)
    onText?.(next)
  }
  const send = () => {
    const trimmed = reason.trim()
    if (!trimmed) {
      setMissing(true)
      return
    }
    if (recent) rememberReason(trimmed)
    onSend(trimmed)
  }
  return (
    <Dialog {...rest} onSend={send}>
      {children}
      <textarea
        className="input"
        aria-label={t('reason')}
        aria-invalid={isMissing}
        aria-errormessage={isMissing ? `${id}-wrong` : undefined}
        value={reason}
        maxLength={4000}
        onChange={(event) => write(event.target.value)}
      />
      {isMissing && (
        <span id={`${id}-wrong`} role="alert" className={styles.wrong}>
          {missing}
        </span>
      )}
      {recent && <Recent onPick={write} />}
    </Dialog>
  )
}
