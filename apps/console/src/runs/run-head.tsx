'use client'

import type { RunDetail } from '@countersign/client'
import Link from 'next/link'
import { useTranslations } from 'use-intl/react'
import { RelativeTime } from '../frame/clock.tsx'
import { CopyId } from '../frame/copy-command.tsx'
import { StateChip, standing } from '../frame/state-chip.tsx'
import { useTimes } from '../frame/use-times.ts'
import { costOf } from './cost-of.ts'
import styles from './run.module.css'

/** The review one should look at first: an incident, else whatever waits. */
function openReview(run: RunDetail): { id: string; kind: 'incident' | 'review'; count: number } | null {
  const open = run.reviews.filter((review) => review.status === 'open')
  const incident = open.find((review) => review.kind === 'incident')
  if (incident) return { id: incident.id, kind: 'incident', count: 1 }
  return open[0] ? { id: open[0].id, kind: 'review', count: open.length } : null
}

/** What the whole run took so far. */
function Spent({ run }: { run: RunDetail }) {
  const t = useTranslations('runs.cost')
  const times = useTimes()
  const { ms, tokens, finished } = costOf(run.attempts)
  if (finished === 0) return null
  return (
    <span className="dim">
      {times.duration(ms)}
      {tokens > 0 && ` · ${t('tokens', { count: tokens })}`}
    </span>
  )
}

/** What ran, by whom, since when, how it stands; and the error on top where it is parked. */
export function RunHead({ run }: { run: RunDetail }) {
  const t = useTranslations('runs.head')
  const review = openReview(run)
  return (
    <>
      <div className={styles.head}>
        <h1>{run.title}</h1>
        <StateChip state={standing(run)} />
        <span className="dim">
          {run.graph} v{run.version} · {t.rich('started', { when: () => <RelativeTime at={run.createdAt} />, by: run.createdBy })} ·{' '}
          <CopyId id={run.id} />
        </span>
        <Spent run={run} />
        {run.parentRun && (
          <Link className="dim under" href={`/runs/${run.parentRun}`} prefetch={false}>
            {t('forked')}
          </Link>
        )}
        <span className="grow" />
        {run.document && (
          <Link className="btn quiet" href={`/documents/${run.document}`} prefetch={false}>
            {t('document')}
          </Link>
        )}
        {review && (
          <Link className="btn" href={`/reviews/${review.id}`} prefetch={false}>
            {t(review.kind, { count: review.count })}
          </Link>
        )}
      </div>
      <div className={styles.notices}>
        {run.partial !== null && (
          <div className="notice" data-state="wait" role="status">
            <b>{t('partial')}</b>
            <span>{run.partial}</span>
          </div>
        )}
        {run.error && (
          <div className="notice" data-state="park" role="status">
            <b>
              {t(run.error.node ? (run.status === 'parked' ? 'stoppedAt' : 'failedAt') : run.status === 'parked' ? 'stopped' : 'failed', {
                node: run.error.node ?? '',
              })}
            </b>
            <span>{run.error.message}</span>
            <span className="dim mono">{run.error.code}</span>
            {review && (
              <Link href={`/reviews/${review.id}`} prefetch={false}>
                {t('ways')}
              </Link>
            )}
          </div>
        )}
      </div>
    </>
  )
}
