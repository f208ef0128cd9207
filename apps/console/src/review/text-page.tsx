'use client'

import type { PageView } from '@countersign/client'
import { useTranslations } from 'use-intl/react'
import type { Field } from './field-value.ts'
import styles from './source.module.css'
import { cutText, spansOf } from './source-model.ts'

interface Props {
  page: PageView
  fields: Field[]
  focused: string | null
}

/** One page of text, with the place of every field marked in it. */
export function TextPage({ page, fields, focused }: Props) {
  const t = useTranslations('review.source')
  const pieces = cutText(page.text, spansOf(fields, page))
  return (
    <article className={styles.text} data-page={page.page} aria-label={t('page', { page: page.page })}>
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
