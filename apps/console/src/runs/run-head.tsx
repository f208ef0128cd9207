'use client'

import type { ReviewSummary, RunSummary, StallView } from '@countersign/client'
import Link from 'next/link'
import { useTranslations } from 'use-intl/react'
import { api } from '../frame/api.ts'
import { RelativeTime } from '../frame/clock.tsx'
import { CopyId } from '../frame/copy-command.tsx'
import { hrefWith } from '../frame/query.ts'
import { StateChip, standing } from '../frame/state-chip.tsx'
import { useTimes } from '../frame/use-times.ts'
import { EditButton } from '../travel/fork-buttons.tsx'
import { Held, HoldSwitch } from '../travel/hold-switch.tsx'
import type { Origin } from '../travel/use-fork.ts'
import type { Cost } from './cost-of.ts'
import styles from './run.module.css'
import { StallNotice } from './stall-notice.tsx'

/** The review one should look at first: an incident, else whatever waits. */
function openReview(reviews: ReviewSummary[]): { id: string; kind: 'incident' | 'review'; count: number } | null {
  const open = reviews.filter((review) => review.status === 'open')
  const incident = open.find((review) => review.kind === 'incident')
  if (incident) return { id: incident.id, kind: 'incident', count: 1 }
  return open[0] ? { id: open[0].id, kind: 'review', count: open.length } : null
}

/** What the whole run took so far. */
function Spent({ cost: { ms, tokens, finished } }: { cost: Cost }) {
  const t = useTranslations('runs.cost')
  const times = useTimes()
  if (finished === 0) return null
  return (
    <span className="dim">
      {times.duration(ms)}
      {tokens > 0 && ` · ${t('tokens', { count: tokens })}`}
    </span>
  )
}

interface Props {
  run: RunSummary
  reviews: ReviewSummary[]
  cost: Cost
  stall: StallView | null
  mayOperate: boolean
  mayHold: boolean
  /** Where an edit of the run would start; null where it cannot be edited now. */
  edit: Origin | null
}

/** The run that it was forked from, and how the two differ. */
function Parent({ run }: { run: RunSummary }) {
  const t = useTranslations('runs.head')
  if (!run.parentRun) return null
  const href = hrefWith(`/runs/${run.parentRun}`, { checkpoint: run.parentCheckpoint ?? undefined })
  return (
    <span className={`dim ${styles.facts}`}>
      <Link className="under" href={href} prefetch={false}>
        {t('forked')}
      </Link>
      <Link className="link" href={`/runs/${run.parentRun}/compare/${run.id}`} prefetch={false}>
        {t('compare')}
      </Link>
    </span>
  )
}

function Hold({ run, mayHold }: Pick<Props, 'run' | 'mayHold'>) {
  const t = useTranslations('runs.head')
  if (!mayHold) return run.hold ? <Held word={t('hold')} /> : null
  const words = {
    set: t('holdSet'),
    lift: t('holdLift'),
    setTitle: t('holdTitle'),
    setHelp: t('holdHelp'),
    liftTitle: t('liftTitle'),
    liftHelp: t('liftHelp'),
    missing: t('holdMissing'),
  }
  return (
    <>
      {run.hold && <Held word={t('hold')} />}
      <HoldSwitch small held={run.hold} words={words} onHold={(hold, reason) => api.holdRun(run.id, hold, reason)} />
    </>
  )
}

/** The error of a run that stopped, and what it could not read. */
function Notices({ run, stall, review }: Pick<Props, 'run' | 'stall'> & { review: string | null }) {
  const t = useTranslations('runs.head')
  const parked = run.status === 'parked'
  const stopped = run.error?.node ? (parked ? 'stoppedAt' : 'failedAt') : parked ? 'stopped' : 'failed'
  return (
    <div className={styles.notices}>
      {stall && <StallNotice stall={stall} />}
      {run.sandbox && (
        <div className="notice" data-state="run" role="status">
          <span>{t('replay')}</span>
        </div>
      )}
      {run.partial !== null && (
        <div className="notice" data-state="wait" role="status">
          <b>{t('partial')}</b>
          <span>{run.partial}</span>
        </div>
      )}
      {run.error && (
        <div className="notice" data-state="park" role="status">
          <b>{t(stopped, { node: run.error.node ?? '' })}</b>
          <span>{run.error.message}</span>
          <span className="dim mono">{run.error.code}</span>
          {review && (
            <Link href={`/reviews/${review}`} prefetch={false}>
              {t('ways')}
            </Link>
          )}
        </div>
      )}
    </div>
  )
}

/** What ran, by whom, since when, how it stands; and the error on top where it is parked. */
export function RunHead({ run, reviews, cost, stall, mayOperate, mayHold, edit }: Props) {
  const t = useTranslations('runs.head')
  const review = openReview(reviews)
  return (
    <>
      <div className={styles.head}>
        <h1>{run.title}</h1>
        <StateChip state={standing(run)} />
        <span className="dim">
          {run.graph} v{run.version} · {t.rich('started', { when: () => <RelativeTime at={run.createdAt} />, by: run.createdBy })} ·{' '}
          <CopyId id={run.id} />
        </span>
        <Spent cost={cost} />
        <Parent run={run} />
        <div className={styles.actions}>
          <Hold run={run} mayHold={mayHold} />
          {run.document && (
            <Link className="btn quiet" href={`/documents/${run.document}`} prefetch={false}>
              {t('document')}
            </Link>
          )}
          {mayOperate && edit && <EditButton origin={edit} />}
          {review && (
            <Link className="btn" href={`/reviews/${review.id}`} prefetch={false}>
              {t(review.kind, { count: review.count })}
            </Link>
          )}
        </div>
      </div>
      <Notices run={run} stall={stall} review={review?.id ?? null} />
    </>
  )
}
