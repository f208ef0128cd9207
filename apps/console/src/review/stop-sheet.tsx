'use client'

import type { AttemptView } from '@countersign/client'
import { useTranslations } from 'use-intl/react'
import { RelativeTime } from '../frame/clock.tsx'
import { ScrollArea } from '../frame/scroll-area.tsx'
import { useSentences } from '../frame/use-sentences.ts'
import { useTimes } from '../frame/use-times.ts'
import { StateTree } from '../runs/state-tree.tsx'
import type { Stop } from './onward.ts'
import styles from './review.module.css'
import type { Desk } from './use-desk.ts'

const COLUMNS = ['try', 'when', 'took', 'error'] as const

function AttemptLog({ attempts }: { attempts: AttemptView[] }) {
  const t = useTranslations('review.stop')
  const times = useTimes()
  return (
    <table className={styles.attempts}>
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <th key={column} scope="col">
              {t(`columns.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {attempts.map((attempt) => (
          <tr key={attempt.fence}>
            <td>{attempt.fence}</td>
            <td>
              <RelativeTime at={attempt.startedAt} />
            </td>
            <td>{attempt.finishedAt ? times.duration(Date.parse(attempt.finishedAt) - Date.parse(attempt.startedAt)) : ''}</td>
            <td>{attempt.error ? `${attempt.error.code}: ${attempt.error.message}` : attempt.status}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A run that the engine stopped, parked or at a breakpoint: what happened, and with which state. */
export function StopSheet({ desk, stop }: { desk: Desk; stop: Stop }) {
  const t = useTranslations('review.stop')
  const title = useSentences().title(desk.review)
  const { review } = desk
  const incident = review.kind === 'incident'
  const error = review.attempts.findLast((attempt) => attempt.error)?.error?.message ?? title
  return (
    <ScrollArea className={styles.proposal} label={t('label')}>
      <div className={styles.sheet}>
        <h2>{incident ? t.rich('stoppedAt', { node: () => <span className="mono">{review.node}</span> }) : t('paused')}</h2>
        <p className={incident ? styles.errorline : undefined}>{incident ? error : title}</p>
      </div>
      {review.attempts.length > 0 && (
        <div className={styles.sheet}>
          <h2>{t('attempts', { count: review.attempts.length })}</h2>
          <AttemptLog attempts={review.attempts} />
        </div>
      )}
      <div className={styles.sheet}>
        <h2>{t('state')}</h2>
        <StateTree lines={stop.state} />
      </div>
    </ScrollArea>
  )
}
