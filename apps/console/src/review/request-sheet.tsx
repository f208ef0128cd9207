'use client'

import Link from 'next/link'
import { useTranslations } from 'use-intl/react'
import { ScrollArea } from '../frame/scroll-area.tsx'
import { useSentences } from '../frame/use-sentences.ts'
import { CandidatesPane } from './candidates-pane.tsx'
import type { FieldValue } from './field-value.ts'
import styles from './review.module.css'
import type { Desk } from './use-desk.ts'

const asText = (value: FieldValue): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))

/** What the run would go on with, edits included; of a tool call what would be called. */
function WouldDo({ desk }: { desk: Desk }) {
  const t = useTranslations('review.request')
  const { form, review } = desk
  if (review.request.proposal === null) return null
  const value = form.tool && form.calls.length === 0 ? form.edited.value : form.value
  return (
    <div className={styles.sheet}>
      <h2>{form.tool ? t.rich('calls', { tool: () => <span className="mono">{form.tool}</span> }) : t('goesOnWith')}</h2>
      <pre>{asText(value)}</pre>
    </div>
  )
}

/** The left side of a review without a document: what was asked, the candidates, and what the run would go on with. */
export function RequestSheet({ desk }: { desk: Desk }) {
  const t = useTranslations('review.request')
  const sentences = useSentences()
  const { review } = desk
  const { extra, candidates } = review.request
  return (
    <ScrollArea className={styles.proposal} label={t('label')}>
      <div className={styles.sheet}>
        <h2>{t.rich('askedBy', { node: () => <span className="mono">{review.node}</span> })}</h2>
        <p className={styles.question}>{review.reason || sentences.title(review)}</p>
      </div>
      {candidates && <CandidatesPane desk={desk} />}
      <WouldDo desk={desk} />
      {extra && (
        <details className={styles.sheet}>
          <summary>{t('extra')}</summary>
          <pre>{asText(extra)}</pre>
        </details>
      )}
      <p className="small dim">
        {t.rich('stateAround', {
          run: (text) => (
            <Link className="link inline" href={`/runs/${review.run}`} prefetch={false}>
              {text}
            </Link>
          ),
        })}
      </p>
    </ScrollArea>
  )
}
