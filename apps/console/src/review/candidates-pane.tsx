'use client'

import type { Candidate } from '@countersign/client/contract'
import { useTranslations } from 'use-intl/react'
import { z } from 'zod'
import styles from './candidates.module.css'
import { Confidence } from './confidence.tsx'
import { DiffText } from './diff-text.tsx'
import { unlikeKeys } from './differences.ts'
import { describeValue, type FieldValue } from './field-value.ts'
import type { Desk } from './use-desk.ts'

const recordSchema = z.record(z.string(), z.json())

/** The evidence of a candidate is marked in the source under this name. */
export const markOfCandidate = (id: string): string => `candidate ${id}`

interface Words {
  none: string
  rows(count: number): string
}

/** A candidate's value: of a record a line per key, those in which the candidates are unlike marked. */
function Value({ value, first, unlike, words }: { value: FieldValue; first: FieldValue; unlike: Set<string>; words: Words }) {
  const record = recordSchema.safeParse(value).data
  if (!record) {
    const isText = typeof value === 'string' && typeof first === 'string' && value !== first
    return <p className={styles.value}>{isText ? <DiffText before={first} after={value} /> : describeValue(value, words)}</p>
  }
  return (
    <dl className={styles.lines}>
      {Object.entries(record).map(([key, one]) => (
        <div key={key} data-unlike={unlike.has(key) || undefined}>
          <dt>{key}</dt>
          <dd>{unlike.has(key) ? <mark>{describeValue(one, words)}</mark> : describeValue(one, words)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Card({ candidate, digit, desk, unlike }: { candidate: Candidate; digit: number; desk: Desk; unlike: Set<string> }) {
  const t = useTranslations('review')
  const { review, attention } = desk
  const chosen = review.decision?.verb === 'choose' && JSON.stringify(review.decision.value) === JSON.stringify(candidate.value)
  const words = { none: t('field.nothing'), rows: (count: number) => t('field.rows', { count }) }
  const show = () => attention.show(markOfCandidate(candidate.id))
  return (
    <article className={styles.candidate} aria-label={candidate.label} data-chosen={chosen || undefined} onPointerEnter={show}>
      <header>
        <b>{candidate.label}</b>
        <span className="grow" />
        {candidate.confidence !== undefined && <Confidence value={candidate.confidence} sure={candidate.confidence >= 0.85} />}
      </header>
      <Value value={candidate.value} first={review.request.candidates?.[0]?.value ?? null} unlike={unlike} words={words} />
      {candidate.reason && <p className="small dim">{candidate.reason}</p>}
      {chosen && <p className={styles.chosen}>{t('choice.chosen')}</p>}
      {desk.offers('choose') && (
        <button
          type="button"
          className="btn"
          aria-disabled={!desk.can('choose') || undefined}
          onFocus={show}
          onClick={() => desk.decide({ verb: 'choose', value: candidate.id })}
        >
          {t('choice.choose')} {digit <= 9 && <kbd>{digit}</kbd>}
        </button>
      )}
    </article>
  )
}

/** The candidates side by side, with what makes them unlike marked. */
export function CandidatesPane({ desk }: { desk: Desk }) {
  const t = useTranslations('review.choice')
  const candidates = desk.review.request.candidates ?? []
  const unlike = unlikeKeys(candidates.map((one) => one.value))
  return (
    <section className={styles.candidates} aria-label={t('label')}>
      {candidates.map((candidate, index) => (
        <Card key={candidate.id} candidate={candidate} digit={index + 1} desk={desk} unlike={unlike} />
      ))}
    </section>
  )
}
