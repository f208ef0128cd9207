'use client'

import type { RunComparison, RunSummary } from '@countersign/client'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { RelativeTime } from '../frame/clock.tsx'
import { NamedIcon } from '../frame/icons.tsx'
import { StateChip, standing } from '../frame/state-chip.tsx'
import { ChangeList } from '../runs/change-list.tsx'
import { AskedTable, CostTable } from './both-tables.tsx'
import styles from './compare.module.css'
import { FieldsTable } from './fields-table.tsx'
import { PathTable } from './path-table.tsx'

/** One of the two runs, on its side of the page. */
function Side({ run, word }: { run: RunSummary; word: 'a' | 'b' }) {
  const t = useTranslations('travel.compare')
  return (
    <div className={styles.side}>
      <span className="dimmer small">{t(word)}</span>
      <Link href={`/runs/${run.id}`} prefetch={false} className={styles.title}>
        {run.title}
      </Link>
      <span className={styles.facts}>
        <StateChip state={standing(run)} />
        <span className="dim small">
          {run.graph} v{run.version} · {run.createdBy}, <RelativeTime at={run.createdAt} />
        </span>
      </span>
      {run.sandbox && <span className="dim small">{t('replay')}</span>}
      {run.error && <span className={styles.error}>{run.error.message}</span>}
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** What a replay would have written outside its state. */
function Effects({ effects }: Pick<RunComparison, 'effects'>) {
  const t = useTranslations('travel.compare')
  if (effects.length === 0) return <p className="dim small">{t('effectsNone')}</p>
  const seen = new Map<string, number>()
  return (
    <ul className={styles.effects}>
      {effects.map(({ name, node, data }) => {
        const text = JSON.stringify(data, null, 1)
        const count = seen.get(name + node + text) ?? 0
        seen.set(name + node + text, count + 1)
        return (
          <li key={`${name} ${node} ${text} ${count}`}>
            <details>
              <summary>{t('effectAt', { name, node })}</summary>
              <pre>{text}</pre>
            </details>
          </li>
        )
      })}
    </ul>
  )
}

/** Two runs side by side: the way they took, what they read, what they cost, what was asked. */
export function Comparison({ comparison }: { comparison: RunComparison }) {
  const t = useTranslations('travel.compare')
  const { a, b, path, samePath, state, fields, cost, asked, effects } = comparison
  return (
    <main className={styles.compare}>
      <h1 className="hidden">{t('title')}</h1>
      <div className={styles.both}>
        <Side run={a} word="a" />
        <Link
          className={`btn quiet ${styles.swap}`}
          href={`/runs/${b.id}/compare/${a.id}`}
          prefetch={false}
          aria-label={t('swap')}
          title={t('swap')}
        >
          <NamedIcon name="left" size={12} />
          <NamedIcon name="right" size={12} />
        </Link>
        <Side run={b} word="b" />
      </div>
      {(a.status === 'running' || b.status === 'running') && (
        <p className="notice" data-state="run" role="status">
          {t('running')}
        </p>
      )}
      <div className={styles.parts}>
        <div>
          <Part title={t('fields')}>
            <FieldsTable fields={fields} />
          </Part>
          <Part title={t('state')}>
            {state.changes.length === 0 ? <p className="dim small">{t('stateSame')}</p> : <ChangeList diff={state} />}
          </Part>
        </div>
        <div>
          <Part title={t('path')}>
            <PathTable path={path} samePath={samePath} />
          </Part>
          <Part title={t('cost')}>
            <CostTable cost={cost} />
          </Part>
          <Part title={t('asked')}>
            <AskedTable asked={asked} />
          </Part>
          {b.sandbox && (
            <Part title={t('effects')}>
              <Effects effects={effects} />
            </Part>
          )}
        </div>
      </div>
    </main>
  )
}
