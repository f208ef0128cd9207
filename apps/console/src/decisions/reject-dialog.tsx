'use client'

import { type SyntheticEvent, useEffect, useId, useRef, useState } from 'react'
import styles from './decisions.module.css'
import { loadReasons, rememberReason } from './recent-reasons.ts'

interface Props {
  title: string
  onSend: (reason: string) => void
  onClose: () => void
}

/** Asks why something is sent back; the reasons given lately are one click away. */
export function RejectDialog({ title, onSend, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const [recent, setRecent] = useState<string[]>([])
  const id = useId()
  useEffect(() => {
    dialog.current?.showModal()
    setRecent(loadReasons())
  }, [])

  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    const text = reason.trim()
    if (!text) {
      setMissing(true)
      return
    }
    rememberReason(text)
    onSend(text)
  }
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={`${id}-title`} onClose={onClose}>
      <form onSubmit={send}>
        <h1 id={`${id}-title`}>Send back</h1>
        <p id={`${id}-help`}>{title} is read again with your reason. Say what is wrong, as you would to a colleague.</p>
        <textarea
          className="input"
          aria-label="Reason"
          aria-describedby={`${id}-help`}
          aria-invalid={missing}
          aria-errormessage={missing ? `${id}-wrong` : undefined}
          value={reason}
          maxLength={4000}
          onChange={(event) => {
            setReason(event.target.value)
            setMissing(false)
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send(event)
          }}
        />
        {missing && (
          <span id={`${id}-wrong`} role="alert" className={styles.wrong}>
            Give a reason: without one it would be read the same way again.
          </span>
        )}
        {recent.length > 0 && (
          <div className={styles.reasons}>
            {recent.map((one) => (
              <button key={one} type="button" onClick={() => setReason(one)}>
                {one}
              </button>
            ))}
          </div>
        )}
        <div className={styles.actions}>
          <button type="button" className="btn quiet" onClick={() => dialog.current?.close()}>
            Cancel <kbd>Esc</kbd>
          </button>
          <button type="submit" className="btn primary">
            Send back <kbd>Ctrl ↵</kbd>
          </button>
        </div>
      </form>
    </dialog>
  )
}
