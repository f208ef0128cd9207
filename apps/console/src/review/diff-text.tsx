import { diffWords } from './diff-words.ts'
import styles from './fields.module.css'

/** A change of a text, what went struck through and what came marked. */
export function DiffText({ before, after }: { before: string; after: string }) {
  if (before === '') return <ins className={styles.come}>{after}</ins>
  if (after === '') return <del className={styles.gone}>{before}</del>
  return (
    <>
      {diffWords(before, after).map((piece, index) => {
        const key = `${index}-${piece.kind}`
        if (piece.kind === 'same') return <span key={key}>{piece.text}</span>
        if (piece.kind === 'gone')
          return (
            <del key={key} className={styles.gone}>
              {piece.text}
            </del>
          )
        return (
          <ins key={key} className={styles.come}>
            {piece.text}
          </ins>
        )
      })}
    </>
  )
}
