'use client'

import Link from 'next/link'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { RelativeTime } from '../frame/clock.tsx'
import { useSentences } from '../frame/use-sentences.ts'
import { DiffText } from './diff-text.tsx'
import styles from './review.module.css'
import type { Desk } from './use-desk.ts'

function Notice({ state, alert, children }: { state: 'wait' | 'park' | 'run' | 'done'; alert?: boolean; children: ReactNode }) {
  return (
    <div className="notice" data-state={state} role={alert ? 'alert' : 'status'}>
      {children}
    </div>
  )
}

function SeeRun({ run }: { run: string }) {
  const t = useTranslations('review.notice')
  return (
    <Link href={`/runs/${run}`} prefetch={false}>
      {t('seeRun')}
    </Link>
  )
}

function Decided({ desk }: { desk: Desk }) {
  const t = useTranslations('review')
  const { decision, run } = desk.review
  if (!decision) return null
  const { verb, by, byDefault } = decision
  return (
    <Notice state="done">
      <b>{byDefault ? t('notice.byDefault', { what: t(`decided.${verb}`) }) : t('notice.decidedBy', { what: t(`decided.${verb}`), by })}</b>
      <RelativeTime at={decision.at} />
      {decision.reason && <span>“{decision.reason}”</span>}
      <span className="dim">{decision.appliedAt ? t('notice.applied') : t('notice.notApplied')}</span>
      <SeeRun run={run} />
      {desk.me.permissions.includes('assign') && (
        <button type="button" onClick={() => desk.ask('second')}>
          {t('notice.secondLook')}
        </button>
      )}
    </Notice>
  )
}

function Changed({ desk }: { desk: Desk }) {
  const t = useTranslations('review.notice')
  const { stale } = desk
  return (
    <Notice state="wait" alert>
      <b>{t('changed')}</b> {t('changedKept')}
      <button type="button" className={styles.target} onClick={stale.accept}>
        {t('goOnWithNew')} <kbd>g</kbd>
      </button>
      {stale.differences && stale.differences.length > 0 && (
        <ul className={styles.differences} aria-label={t('differences')}>
          {stale.differences.map((one) => (
            <li key={one.name}>
              {one.name && <b>{one.name}</b>} <DiffText before={one.before} after={one.after} />
            </li>
          ))}
        </ul>
      )}
    </Notice>
  )
}

/** The way that is left where a run has gone on: a new run from before this was decided. Who may not start runs is led to this one. */
function ForkBefore({ desk, word }: { desk: Desk; word: 'fork' | 'forkWithdrawn' }) {
  const t = useTranslations('review.notice')
  const { run, checkpoint } = desk.review
  if (!desk.me.permissions.includes('operate')) {
    return (
      <Link href={`/runs/${run}?checkpoint=${encodeURIComponent(checkpoint)}`} prefetch={false}>
        {t('seeRun')}
      </Link>
    )
  }
  return (
    <button type="button" className={styles.target} onClick={() => desk.ask('fork')}>
      {t(word)}
    </button>
  )
}

/** Something that was asked for and did not happen. `run_passed` offers the way that is left: a fork. */
function Failed({ desk }: { desk: Desk }) {
  const t = useTranslations('review.notice')
  const sentences = useSentences()
  const { shown, dismiss } = desk.problem
  if (!shown) return null
  const passed = shown !== 'unknown' && shown.code === 'run_passed'
  return (
    <Notice state="park" alert>
      <span>{shown === 'unknown' ? t('unknown') : passed ? t('runPassed') : sentences.problem(shown)}</span>
      {passed && <ForkBefore desk={desk} word="fork" />}
      <button type="button" className={styles.target} onClick={dismiss}>
        {t('dismiss')}
      </button>
    </Notice>
  )
}

/** Why one cannot decide what is open. */
function Standing({ desk }: { desk: Desk }) {
  const t = useTranslations('review.notice')
  const sentences = useSentences()
  const { review, claim } = desk
  if (review.status !== 'open') return null
  if (!review.standing.allowed) {
    return (
      <Notice state="wait">
        <b>{t('notYours')}</b> {sentences.say(review.standing.says, review.standing.why ?? '')}
      </Notice>
    )
  }
  if (claim.taken && claim.holder) {
    return (
      <Notice state="wait">
        <b>{t('taken', { by: claim.holder.by })}</b> {t('takenHelp')}
      </Notice>
    )
  }
  if (claim.expired && !claim.holder) {
    return (
      <Notice state="run">
        <b>{t('expired', { by: claim.expired })}</b>
        <button type="button" className={styles.target} onClick={claim.toggle}>
          {t('takeOver')} <kbd>c</kbd>
        </button>
      </Notice>
    )
  }
  return null
}

/** What the reviewer must know before deciding: decided elsewhere, withdrawn, held by another, changed meanwhile, text brought back. */
export function ReviewNotices({ desk }: { desk: Desk }) {
  const t = useTranslations('review.notice')
  const { review, draft, form } = desk
  const hasText = form.edited.changed.length > 0 || Object.values(draft.words).some((text) => text.trim() !== '')
  return (
    <div className={styles.notices}>
      <Decided desk={desk} />
      {review.status === 'withdrawn' && (
        <Notice state="wait">
          <b>{t('withdrawn')}</b> {t('withdrawnWhy')} <SeeRun run={review.run} />
          {desk.me.permissions.includes('operate') && <ForkBefore desk={desk} word="forkWithdrawn" />}
        </Notice>
      )}
      <Failed desk={desk} />
      <Standing desk={desk} />
      {desk.stale.changed && <Changed desk={desk} />}
      {draft.restoredAt !== null && hasText && review.status === 'open' && (
        <Notice state="run">
          <b>{t('restored')}</b>{' '}
          <span>{t.rich('restoredWhen', { when: () => <RelativeTime at={new Date(draft.restoredAt ?? 0).toISOString()} /> })}</span>
          <button type="button" className={styles.target} onClick={draft.discard}>
            {t('discard')}
          </button>
        </Notice>
      )}
    </div>
  )
}
