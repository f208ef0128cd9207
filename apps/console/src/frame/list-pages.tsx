import Link from 'next/link'
import styles from './list.module.css'

interface Props {
  /** Address of the first page, on any other page. */
  first: string | null
  next: string | null
  words: { first: string; next: string }
}

/** The ways to the other pages of a list. */
export function ListPages({ first, next, words }: Props) {
  if (!first && !next) return null
  return (
    <nav className={styles.pages} aria-label="Pages">
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
