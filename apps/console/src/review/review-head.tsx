'use client'

import type { CountersignClient, ReviewDetail } from '@countersign/client'
import Link from 'next/link'
import { RelativeTime, useNow } from '../frame/clock.tsx'
import { NamedIcon } from '../frame/icons.tsx'
import { dueIn } from '../frame/relative-time.ts'
import { StateChip } from '../frame/state-chip.tsx'
import styles from './review.module.css'

export type Neighbours = Awaited<ReturnType<CountersignClient['neighbours']>>

function Due({ at }: { at: string }) {
  const due = dueIn(Date.parse(at), useNow())
  return <span className={due.urgency ?? 'dim'}>{due.urgency === 'late' ? due.text : `due ${due.text}`}</span>
}

function Step({ href, word, shortcut }: { href: string | null; word: 'previous' | 'next'; shortcut: string }) {
  const arrow = <NamedIcon name={word === 'previous' ? 'left' : 'right'} size={12} />
  if (!href) {
    return (
      <span className="btn quiet tight" aria-disabled="true">
        {arrow}
        <kbd>{shortcut}</kbd>
      </span>
    )
  }
  return (
    <Link className="btn quiet tight" href={href} prefetch={false} aria-label={`${word} review`}>
      {arrow}
      <kbd>{shortcut}</kbd>
    </Link>
  )
}

interface Props {
  review: ReviewDetail
  neighbours: Neighbours | null
  previous: string | null
  next: string | null
}

/** What this is, why it waits, since when, and where it stands among the others. */
export function ReviewHead({ review, neighbours, previous, next }: Props) {
  return (
    <div className={styles.head}>
      <div className={styles.facts}>
        <h1>{review.title}</h1>
        <StateChip state={review.status} />
        {review.reason && <span className="dim">{review.reason}</span>}
        {review.status === 'open' && review.dueAt && <Due at={review.dueAt} />}
        <span className="dim">
          opened <RelativeTime at={review.openedAt} />
        </span>
        <Link className="dim under" href={`/runs/${review.run}`} prefetch={false}>
          {review.graph} run
        </Link>
      </div>
      {neighbours && (
        <nav className={styles.steps} aria-label="Reviews">
          <span className="dim">
            {neighbours.position} of {neighbours.total.toLocaleString('en')}
          </span>
          <Step href={previous} word="previous" shortcut="k" />
          <Step href={next} word="next" shortcut="j" />
        </nav>
      )}
    </div>
  )
}
