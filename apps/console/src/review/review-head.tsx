'use client'

import type { CountersignClient } from '@countersign/client'
import Link from 'next/link'
import { useTranslations } from 'use-intl/react'
import { RelativeTime, useNow } from '../frame/clock.tsx'
import { NamedIcon } from '../frame/icons.tsx'
import { StateChip } from '../frame/state-chip.tsx'
import { useSentences } from '../frame/use-sentences.ts'
import { useTimes } from '../frame/use-times.ts'
import { KIND_ICONS } from './kind-icons.ts'
import { nextStep } from './next-step.ts'
import { placeOf } from './onward.ts'
import styles from './review.module.css'
import type { Desk } from './use-desk.ts'

export type Neighbours = Awaited<ReturnType<CountersignClient['neighbours']>>

function Due({ at }: { at: string }) {
  const { text, urgency } = useTimes().due(at, useNow())
  return <span className={urgency ?? 'dim'}>{text}</span>
}

/** Who holds the review, and for how long yet; a button takes or gives it. */
function Holder({ desk }: { desk: Desk }) {
  const t = useTranslations('review.claim')
  const times = useTimes()
  const now = useNow()
  const { claim, review } = desk
  if (review.status !== 'open') return null
  const left = claim.holder ? times.age(now, Date.parse(claim.holder.until)) : ''
  return (
    <>
      {claim.holder && (
        <span className={claim.mine ? styles.mine : styles.theirs} role="status">
          <span className={styles.face} aria-hidden="true">
            {claim.holder.by.slice(0, 1).toUpperCase()}
          </span>
          {claim.mine ? t('mine', { left }) : t('theirs', { by: claim.holder.by, left })}
        </span>
      )}
      {review.standing.allowed && !claim.taken && (
        <button type="button" className="btn quiet tight" onClick={claim.toggle}>
          {claim.mine ? t('release') : t('take')} <kbd>c</kbd>
        </button>
      )}
    </>
  )
}

/** What the clock does next if nobody decides. */
function Then({ desk }: { desk: Desk }) {
  const t = useTranslations('review.rules')
  const times = useTimes()
  const now = useNow()
  const step = desk.review.status === 'open' ? nextStep(desk.review, now) : null
  if (!step) return null
  const role = isRole(step.to) ? t(`roles.${step.to}`) : step.to
  return <span className="dim">{t(`then.${step.do}`, { when: times.relative(step.at, now), to: step.to, role })}</span>
}

/** Who may decide, how many of them, and whose it was made. */
function Rules({ desk }: { desk: Desk }) {
  const t = useTranslations('review.rules')
  const { review, me } = desk
  const { roles, users } = review.mayDecide
  const who = [...roles.map((role) => t(`roles.${isRole(role) ? role : 'other'}`, { role })), ...users].join(', ')
  const canHand = review.status === 'open' && me.permissions.includes('assign')
  return (
    <>
      {review.assignee && <span className="dim">{t('assignee', { user: review.assignee })}</span>}
      {review.status === 'open' && who && <span className="dim">{t('decides', { who })}</span>}
      {canHand && (
        <button type="button" className="btn quiet tight" onClick={() => desk.ask('hand')}>
          {t('hand')} <kbd>t</kbd>
        </button>
      )}
    </>
  )
}

const isRole = (role: string): role is 'viewer' | 'reviewer' | 'approver' | 'operator' | 'admin' =>
  ['viewer', 'reviewer', 'approver', 'operator', 'admin'].includes(role)

function Step({ href, word, shortcut, ahead }: { href: string | null; word: 'previous' | 'next'; shortcut: string; ahead: boolean }) {
  const t = useTranslations('review.steps')
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
    <Link className="btn quiet tight" href={href} prefetch={ahead} aria-label={t(word)}>
      {arrow}
      <kbd>{shortcut}</kbd>
    </Link>
  )
}

/** What this is, why it waits, since when, who has it, and where it stands among the others. */
export function ReviewHead({ desk }: { desk: Desk }) {
  const t = useTranslations('review')
  const times = useTimes()
  const { review, neighbours, onward, query } = desk
  return (
    <div className={styles.head}>
      <div className={styles.facts}>
        <h1>
          <span className={styles.kind} title={t(`kind.${review.kind}`)}>
            <NamedIcon name={KIND_ICONS[review.kind]} />
            <span className="hidden">{t(`kind.${review.kind}`)}: </span>
          </span>
          {useSentences().title(review)}
        </h1>
        <StateChip state={review.status} />
        {review.reason && <span className="dim">{review.reason}</span>}
        {review.status === 'open' && review.dueAt && <Due at={review.dueAt} />}
        <Then desk={desk} />
        <Holder desk={desk} />
        <Rules desk={desk} />
        <span className="dim">{t.rich('head.opened', { when: () => <RelativeTime at={review.openedAt} /> })}</span>
        {review.round > 1 && <span className="dim">{t('head.round', { round: review.round })}</span>}
        <Link className="dim under" href={`/runs/${review.run}`} prefetch={false}>
          {t('head.run', { graph: review.graph })}
        </Link>
      </div>
      {neighbours && (
        <nav className={styles.steps} aria-label={t('steps.label')}>
          <span className="dim">{t('steps.place', placeOf(neighbours, query, times.number))}</span>
          <Step href={onward.previous} word="previous" shortcut="k" ahead={false} />
          <Step href={onward.next} word="next" shortcut="j" ahead />
        </nav>
      )}
    </div>
  )
}
