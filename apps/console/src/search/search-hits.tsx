'use client'

import type { SearchHit } from '@countersign/client'
import Link from 'next/link'
import { useTranslations } from 'use-intl/react'
import { StateChip } from '../frame/state-chip.tsx'
import { useTimes } from '../frame/use-times.ts'
import styles from './search.module.css'

const SHOWN_CHARACTERS = 420

/** How near it came, in meaning and in words. */
function Why({ hit: { vector, fullText } }: { hit: SearchHit }) {
  const t = useTranslations('search')
  const times = useTimes()
  const say = (score: number) => times.number(score, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const parts = [
    vector === undefined ? '' : t('meaning', { score: say(vector) }),
    fullText === undefined ? '' : t('words', { score: say(fullText) }),
  ]
  return <span className="dimmer small">{parts.filter(Boolean).join(' · ')}</span>
}

/** What was found, best first: the passage, where it stands, and why it was found. */
export function SearchHits({ hits, query }: { hits: SearchHit[]; query: string }) {
  const t = useTranslations('search')
  if (hits.length === 0) {
    return (
      <div className="empty">
        <b>{t('nothing', { query })}</b>
        <p>{t('nothingHow')}</p>
      </div>
    )
  }
  return (
    <ol className={styles.hits}>
      {hits.map((hit) => (
        <li key={`${hit.document} ${hit.chunk}`}>
          <div className={styles.where}>
            <Link href={`/documents/${hit.document}`} prefetch={false}>
              {hit.name}
            </Link>
            {hit.page !== null && <span className="dim">{t('page', { page: hit.page })}</span>}
            {hit.heading && <span className="dim">{hit.heading}</span>}
            <span className="grow" />
            <Why hit={hit} />
            <StateChip state={hit.vetted} />
          </div>
          <p>{hit.text.length > SHOWN_CHARACTERS ? `${hit.text.slice(0, SHOWN_CHARACTERS)}…` : hit.text}</p>
        </li>
      ))}
    </ol>
  )
}
