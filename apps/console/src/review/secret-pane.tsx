'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import fields from './fields.module.css'
import type { Desk } from './use-desk.ts'

/** An answer that nobody may read along, such as a password: typed unseen, kept nowhere until it is sent, and shown to nobody afterwards. */
export function SecretPane({ desk }: { desk: Desk }) {
  const t = useTranslations('review.answer')
  const [words, setWords] = useState('')
  const send = () => {
    if (words !== '') desk.decide({ verb: 'respond', value: words })
    else document.getElementById('answer')?.focus()
  }
  return (
    <form
      className={fields.pane}
      aria-label={t('label')}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <h2>
        <label htmlFor="answer">{t('heading')}</label>
      </h2>
      <input
        id="answer"
        className="input"
        type="password"
        autoComplete="off"
        value={words}
        readOnly={!desk.can('respond')}
        onChange={(event) => {
          setWords(event.target.value)
          desk.claim.touch()
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur()
        }}
      />
      {desk.offers('respond') && (
        <button type="submit" className="btn primary" aria-disabled={!desk.can('respond') || undefined}>
          {t('send')} <kbd>↵</kbd>
        </button>
      )}
    </form>
  )
}
