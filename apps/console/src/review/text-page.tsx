'use client'

import type { PageView } from '@countersign/client'
import { useTranslations } from 'use-intl/react'
import type { Field } from './field-value.ts'
import { pagePlace } from './page-place.ts'
import styles from './source.module.css'
import { cutText, spansOf } from './source-model.ts'

interface Props {
  page: PageView
  fields: Field[]
  focused: string | null
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

/** One page of text, with the place of every field marked in it. */
export function TextPage({ page, fields, focused }: Props) {
  const t = useTranslations('review.source')
  const pieces = cutText(page.text, spansOf(fields, page))
  return (
    <article className={styles.text} data-page={page.page} aria-label={t('page', { page: page.page })}>
      <PageHead page={page} />
      {pieces.map((piece) => {
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
      })}
    </article>
  )
}
