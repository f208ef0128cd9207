'use client'

import type { VoteView } from '@countersign/client'
import { useTranslations } from 'use-intl/react'
import { z } from 'zod'
import { RelativeTime } from '../frame/clock.tsx'
import { describeValue } from './field-value.ts'
import fields from './fields.module.css'
import styles from './review.module.css'
import type { Desk } from './use-desk.ts'

function Answer({ vote }: { vote: VoteView }) {
  const t = useTranslations('review')
  const value =
    z
      .json()
      .nullable()
      .safeParse(vote.value ?? null).data ?? null
  const shown = ['edit', 'choose', 'respond'].includes(vote.verb) && value !== null
  return (
    <li>
      <b>{vote.by}</b> {t(`decided.${vote.verb}`)} <RelativeTime at={vote.at} />
      {shown && <pre>{typeof value === 'object' ? JSON.stringify(value, null, 2) : describeValue(value)}</pre>}
      {vote.reason && <p>“{vote.reason}”</p>}
    </li>
  )
}

/** How far the quorum has come; the answers of others only where the policy lets one see them. */
export function VotesPane({ desk }: { desk: Desk }) {
  const t = useTranslations('review.votes')
  const { votes, status } = desk.review
  if (!votes) return null
  const { given, needed, mine, disputed } = votes
  const turn = status !== 'open' ? 'closed' : disputed ? 'disputed' : mine ? 'waiting' : 'yours'
  return (
    <section className={fields.pane} aria-label={t('label')}>
      <h2>{t('count', { given, needed })}</h2>
      <p className="small">{t(turn)}</p>
      {votes.votes.length > 0 ? (
        <ul className={styles.votes}>
          {votes.votes.map((vote) => (
            <Answer key={vote.by} vote={vote} />
          ))}
        </ul>
      ) : (
        given > 0 && !mine && status === 'open' && <p className="small dim">{t('blind')}</p>
      )}
    </section>
  )
}
