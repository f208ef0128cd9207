'use client'

import { useTranslations } from 'use-intl/react'
import fields from './fields.module.css'
import styles from './review.module.css'
import type { Desk } from './use-desk.ts'

/** A free answer in words, where the node asked for one. What was written is kept until it is sent. */
export function AnswerPane({ desk }: { desk: Desk }) {
  const t = useTranslations('review.answer')
  const { draft, review } = desk
  const decided = review.decision?.verb === 'respond' ? review.decision.value : null
  const text = typeof decided === 'string' ? decided : (draft.words.answer ?? '')
  const isOpen = review.status === 'open'
  const send = () => {
    if (text.trim()) desk.decide({ verb: 'respond', value: text.trim() })
    else document.getElementById('answer')?.focus()
  }
  return (
    <section className={fields.pane} aria-label={t('label')}>
      <h2>
        <label htmlFor="answer">{t('heading')}</label>
      </h2>
      <textarea
        id="answer"
        className={`input ${styles.answer}`}
        value={text}
        readOnly={!desk.can('respond')}
        placeholder={isOpen ? t('placeholder') : ''}
        onChange={(event) => {
          draft.write('answer', event.target.value)
          desk.claim.touch()
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur()
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
        }}
      />
      {desk.offers('respond') && (
        <button type="button" className="btn primary" aria-disabled={!desk.can('respond') || undefined} onClick={send}>
          {t('send')} <kbd>Ctrl ↵</kbd>
        </button>
      )}
    </section>
  )
}
