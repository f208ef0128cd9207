'use client'

import type { AttemptView } from '@countersign/client'
import Link from 'next/link'
import { useTranslations } from 'use-intl/react'
import { RelativeTime } from '../frame/clock.tsx'
import { StateChip } from '../frame/state-chip.tsx'
import { useTimes } from '../frame/use-times.ts'
import styles from './run.module.css'
import { type RunQuery, runHref } from './run-query.ts'

interface TabsProps {
  run: string
  query: RunQuery
  counts: { attempts: number; reviews: number }
}

/** State, changes, attempts, cost, reviews and lineage: what is shown beside the graph. */
export function RunTabs({ run, query, counts }: TabsProps) {
  const t = useTranslations('runs.tabs')
  const tab = (name: RunQuery['tab'], count?: number) => (
    <Link
      href={runHref(run, query, { tab: name, node: undefined })}
      prefetch={false}
      scroll={false}
      aria-current={query.tab === name ? 'page' : undefined}
    >
      {t(name)} {count !== undefined && <b>{count}</b>}
    </Link>
  )
  return (
    <nav className={styles.tabs} aria-label={t('label')}>
      {tab('state')}
      {tab('changes')}
      {tab('attempts', counts.attempts)}
      {tab('cost')}
      {tab('reviews', counts.reviews)}
      {tab('lineage')}
    </nav>
  )
}

function AttemptRows({ attempt }: { attempt: AttemptView }) {
  const times = useTimes()
  const took = attempt.finishedAt ? times.duration(Date.parse(attempt.finishedAt) - Date.parse(attempt.startedAt)) : ''
  return (
    <>
      <tr>
        <td className="mono">{attempt.node}</td>
        <td>{attempt.step}</td>
        <td>{attempt.fence}</td>
        <td>
          <StateChip state={attempt.status} />
        </td>
        <td>{took}</td>
        <td>{attempt.usage && times.number(attempt.usage.input + attempt.usage.output)}</td>
        <td>
          <RelativeTime at={attempt.startedAt} />
        </td>
      </tr>
      {attempt.error && (
        <tr className="error">
          <td colSpan={COLUMNS.length}>
            {attempt.error.code}: {attempt.error.message}
          </td>
        </tr>
      )}
    </>
  )
}

const COLUMNS = ['node', 'step', 'try', 'state', 'took', 'tokens', 'started'] as const

interface AttemptsProps {
  run: string
  query: RunQuery
  /** Those that are shown, of the query's node where it names one. */
  attempts: AttemptView[]
  /** How many there are. */
  all: number
}

/** Every attempt of every task, or those of one node; of very many the newest. */
export function AttemptsTab({ run, query, attempts, all }: AttemptsProps) {
  const t = useTranslations('runs.attempts')
  const times = useTimes()
  return (
    <>
      {query.node && (
        <p className={styles.filtered}>
          {t.rich('only', { node: () => <span className="mono">{query.node}</span> })}
          <Link className="link" href={runHref(run, query, { node: undefined })} prefetch={false} scroll={false}>
            {t('showAll')}
          </Link>
        </p>
      )}
      {attempts.length < all && (
        <p className="dim small">{t('newest', { count: times.number(attempts.length), all: times.number(all) })}</p>
      )}
      {attempts.length === 0 ? (
        <p className="dim small">{t(query.node ? 'nodeNotRun' : 'none')}</p>
      ) : (
        <div className={styles.scroll}>
          <table className={styles.table}>
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
                <AttemptRows key={`${attempt.checkpoint} ${attempt.task} ${attempt.fence}`} attempt={attempt} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}
