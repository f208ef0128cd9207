'use client'

import type { StallView } from '@countersign/client'
import Link from 'next/link'
import { useTranslations } from 'use-intl/react'
import { useNow } from '../frame/clock.tsx'
import { useTimes } from '../frame/use-times.ts'
import styles from './run.module.css'

/** Why nothing moves a run, and since when. */
function useWhy(): (stall: StallView) => string {
  const t = useTranslations('runs.stall')
  const times = useTimes()
  const now = useNow()
  return ({ reason, data, since }) =>
    `${t(reason, { queue: data.queue ?? '?', node: data.node ?? '?' })}, ${t('since', { span: times.age(since, now) })}`
}

/** On the run's page: nothing moves it, why, and what that means. */
export function StallNotice({ stall }: { stall: StallView }) {
  const t = useTranslations('runs.stall')
  const why = useWhy()
  return (
    <div className="notice" data-state="wait" role="status">
      <b>{why(stall)}</b>
      <span>{t(`help.${stall.reason}`)}</span>
    </div>
  )
}

const SHOWN = 4

/** Above the list of runs: those that nothing moves, longest first. */
export function StallList({ stalls }: { stalls: StallView[] }) {
  const t = useTranslations('runs.stall')
  const why = useWhy()
  if (stalls.length === 0) return null
  return (
    <section className="notice" data-state="wait" aria-label={t('label')}>
      <b>{t('heading', { count: stalls.length })}</b>
      <ul className={styles.stalls}>
        {stalls.slice(0, SHOWN).map((stall) => (
          <li key={stall.run}>
            <Link href={`/runs/${stall.run}`} prefetch={false}>
              {stall.title}
            </Link>{' '}
            <span className="dim">{why(stall)}</span>
          </li>
        ))}
        {stalls.length > SHOWN && <li className="dim">{t('more', { count: stalls.length - SHOWN })}</li>}
      </ul>
    </section>
  )
}
