'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef, useTransition } from 'react'
import { useTranslations } from 'use-intl/react'
import { hrefWith } from '../frame/query.ts'
import { useKeys } from '../frame/use-keys.ts'
import styles from './search.module.css'

/** The question; it is in the address, so that an answer can be pasted to a colleague. */
export function SearchForm({ query }: { query: string | undefined }) {
  const t = useTranslations('search')
  const router = useRouter()
  const [asking, startAsking] = useTransition()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!query) field.current?.focus()
  }, [query])
  useKeys({ '/': () => field.current?.select() })
  return (
    <search>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          const text = new FormData(event.currentTarget).get('q')
          startAsking(() => router.push(hrefWith('/search', { q: typeof text === 'string' ? text.trim() : undefined })))
        }}
      >
        <input
          ref={field}
          name="q"
          className="input"
          key={query}
          defaultValue={query}
          placeholder={t('example')}
          aria-label={t('field')}
          maxLength={500}
        />
        <button type="submit" className="btn primary" aria-busy={asking}>
          {t(asking ? 'asking' : 'ask')}
        </button>
      </form>
    </search>
  )
}
