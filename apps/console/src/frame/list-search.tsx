'use client'

import { useTranslations } from 'use-intl/react'
import styles from './list.module.css'

interface Props {
  id: string
  value: string | undefined
  onSearch: (text: string | undefined) => void
}

/** The search field of a list; `/` leads to it. */
export function ListSearch({ id, value, onSearch }: Props) {
  const t = useTranslations('frame')
  return (
    <search className={styles.find}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const text = new FormData(event.currentTarget).get('q')
          onSearch(typeof text === 'string' && text.trim() ? text.trim() : undefined)
        }}
      >
        <input
          id={id}
          name="q"
          key={value}
          defaultValue={value}
          placeholder={t('titleContainsHint')}
          aria-label={t('titleContains')}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.blur()
          }}
        />
        <kbd>/</kbd>
      </form>
    </search>
  )
}
