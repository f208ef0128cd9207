'use client'

import type { AttemptView, RunDetail } from '@countersign/client'
import Link from 'next/link'
import { useTranslations } from 'use-intl/react'
import { RelativeTime } from '../frame/clock.tsx'
import { StateChip } from '../frame/state-chip.tsx'
import { useTimes } from '../frame/use-times.ts'
import styles from './run.module.css'
import { type RunQuery, runHref } from './run-query.ts'

/** State, changes, attempts, cost and reviews: what is shown beside the graph. */
export function RunTabs({ run, query }: { run: RunDetail; query: RunQuery }) {
  const t = useTranslations('runs.tabs')
  const tab = (name: RunQuery['tab'], count?: number) => (
    <Link
      href={runHref(run.id, query, { tab: name, node: undefined })}
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
      {tab('attempts', run.attempts.length)}
      {tab('cost')}
      {tab('reviews', run.reviews.length)}
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

/** Every attempt of every task, or those of one node. */
export function AttemptsTab({ run, query }: { run: RunDetail; query: RunQuery }) {
  const t = useTranslations('runs.attempts')
  const attempts = query.node ? run.attempts.filter((attempt) => attempt.node === query.node) : run.attempts
  return (
    <>
      {query.node && (
        <p className={styles.filtered}>
          {t.rich('only', { node: () => <span className="mono">{query.node}</span> })}
          <Link className="link" href={runHref(run.id, query, { node: undefined })} prefetch={false} scroll={false}>
            {t('showAll')}
          </Link>
        </p>
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
