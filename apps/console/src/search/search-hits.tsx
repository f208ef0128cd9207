import type { SearchHit } from '@countersign/client'
import Link from 'next/link'
import { StateChip } from '../frame/state-chip.tsx'
import styles from './search.module.css'

const SHOWN_CHARACTERS = 420

function why({ vector, fullText }: SearchHit): string {
  const parts = [vector === undefined ? '' : `meaning ${vector.toFixed(2)}`, fullText === undefined ? '' : `words ${fullText.toFixed(2)}`]
  return parts.filter(Boolean).join(' · ')
}

/** What was found, best first: the passage, where it stands, and why it was found. */
export function SearchHits({ hits, query }: { hits: SearchHit[]; query: string }) {
  if (hits.length === 0) {
    return (
      <div className="empty">
        <b>Nothing found for “{query}”</b>
        <p>Only documents that were indexed are searched; those that still wait for a person are not.</p>
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
            {hit.page !== null && <span className="dim">page {hit.page}</span>}
            {hit.heading && <span className="dim">{hit.heading}</span>}
            <span className="grow" />
            <span className="dimmer small">{why(hit)}</span>
            <StateChip state={hit.vetted} />
          </div>
          <p>{hit.text.length > SHOWN_CHARACTERS ? `${hit.text.slice(0, SHOWN_CHARACTERS)}…` : hit.text}</p>
        </li>
      ))}
    </ol>
  )
}
