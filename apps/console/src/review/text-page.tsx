'use client'

import type { PageView } from '@countersign/client'
import { useTranslations } from 'use-intl/react'
import type { Field } from './field-value.ts'
import { clock, pagePlace } from './page-place.ts'
import styles from './source.module.css'
import { cutText, spansOf, type TextPiece } from './source-model.ts'
import { spokenLines } from './spoken-lines.ts'

interface Props {
  page: PageView
  fields: Field[]
  focused: string | null
  onPlay: (seconds: number) => void
}

/** Where the page is from and what is wrong with it. Opened on demand, in a tab that knows nothing of this one. */
function PageHead({ page }: { page: PageView }) {
  const place = pagePlace(page.facts)
  const { problem } = page.facts
  if (place === null && problem === undefined) return null
  return (
    <header className={styles.place}>
      {place && (
        <a href={place.href} target="_blank" rel="noopener noreferrer">
          {place.label}
        </a>
      )}
      {problem && <p>{problem}</p>}
    </header>
  )
}

/** Text with the places of fields marked in it. Each piece says where it starts in the page's text. */
function Pieces({ pieces, focused }: { pieces: TextPiece[]; focused: string | null }) {
  return pieces.map((piece) => {
    const span = piece.spans.find((one) => one.field === focused) ?? piece.spans[0]
    if (!span) {
      return (
        <span key={piece.start} data-start={piece.start}>
          {piece.text}
        </span>
      )
    }
    return (
      <mark
        key={piece.start}
        data-start={piece.start}
        data-mark={span.field}
        data-doubt={span.doubtful || undefined}
        data-focus={span.field === focused || undefined}
        title={span.label}
      >
        {piece.text}
      </mark>
    )
  })
}

/** One page of text, with the place of every field marked in it. What was said stands line by line; `onPlay` plays it from a time on. */
export function TextPage({ page, fields, focused, onPlay }: Props) {
  const t = useTranslations('review.source')
  const pieces = cutText(page.text, spansOf(fields, page))
  const lines = spokenLines(page, pieces)
  return (
    <article className={styles.text} data-page={page.page} aria-label={t(lines ? 'part' : 'page', { page: page.page })}>
      <PageHead page={page} />
      {lines?.map((line) => (
        <p key={line.start} className={styles.said} data-unsure={line.unsure || undefined}>
          <button
            type="button"
            className={styles.time}
            aria-label={t('playFrom', { time: clock(line.from) })}
            onClick={() => onPlay(line.from)}
          >
            {clock(line.from)}
          </button>
          <span>
            <Pieces pieces={line.pieces} focused={focused} />
            {line.unsure && <small> {t('unsure')}</small>}
          </span>
        </p>
      )) ?? <Pieces pieces={pieces} focused={focused} />}
    </article>
  )
}
