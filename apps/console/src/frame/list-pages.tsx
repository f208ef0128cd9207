'use client'

import Link from 'next/link'
import { useTranslations } from 'use-intl/react'
import styles from './list.module.css'

interface Props {
  /** Address of the first page, on any other page. */
  first: string | null
  next: string | null
  words: { first: string; next: string }
}

/** The ways to the other pages of a list. */
export function ListPages({ first, next, words }: Props) {
  const t = useTranslations('frame')
  if (!first && !next) return null
  return (
    <nav className={styles.pages} aria-label={t('pages')}>
      {first && (
        <Link className="btn" href={first} prefetch={false}>
          {words.first}
        </Link>
      )}
      {next && (
        <Link className="btn" href={next} prefetch={false}>
          {words.next}
        </Link>
      )}
    </nav>
  )
}
