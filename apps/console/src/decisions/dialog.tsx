'use client'

import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import styles from './decisions.module.css'

interface Props {
  title: string
  help?: ReactNode
  /** The button that does it, and its key; left out: there is nothing to do but to read. */
  send?: string
  onSend?: () => void
  onClose: () => void
  /** Room for a form. */
  wide?: boolean
  children: ReactNode
}

/** A question in front of the page. Ctrl-Enter answers it from any field, Esc takes it away. */
export function Dialog({ title, help, send, onSend, onClose, wide, children }: Props) {
  const t = useTranslations('decisions')
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => dialog.current?.showModal(), [])
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    onSend?.()
  }
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-wide={wide || undefined}
      aria-labelledby={`${id}-title`}
      aria-describedby={help ? `${id}-help` : undefined}
      onClose={onClose}
    >
      <form
        onSubmit={submit}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
        }}
      >
        <h1 id={`${id}-title`}>{title}</h1>
        {help && <p id={`${id}-help`}>{help}</p>}
        {children}
        <div className={styles.actions}>
          <button type="button" className="btn quiet" onClick={() => dialog.current?.close()}>
            {send ? t('cancel') : t('close')} <kbd>Esc</kbd>
          </button>
          {send && (
            <button type="submit" className="btn primary">
              {send} <kbd>Ctrl ↵</kbd>
            </button>
          )}
        </div>
      </form>
    </dialog>
  )
}
