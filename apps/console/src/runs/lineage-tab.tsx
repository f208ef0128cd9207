'use client'

import type { Lineage, LineageRun } from '@countersign/client'
import Link from 'next/link'
import { useTranslations } from 'use-intl/react'
import { RelativeTime } from '../frame/clock.tsx'
import { StateChip } from '../frame/state-chip.tsx'
import styles from './lineage.module.css'

/** How a fork came about: who, when, from which step, what was changed, what ran anew. */
function Made({ run }: { run: LineageRun }) {
  const t = useTranslations('travel.lineage')
  return (
    <span className={`dim small ${styles.facts}`}>
      <span>{t.rich('made', { by: run.createdBy, when: () => <RelativeTime at={run.createdAt} /> })}</span>
      {run.parentStep !== null && <span>{t('from', { step: run.parentStep })}</span>}
      {run.edited.length > 0 && <span>{t('edited', { keys: run.edited.join(', ') })}</span>}
      {run.nodes.length > 0 && <span>{t('nodes', { nodes: run.nodes.join(', ') })}</span>}
      {run.reason && <span>“{run.reason}”</span>}
      {run.parentRun && (
        <Link
          className="link"
          href={`/runs/${run.parentRun}/compare/${run.id}`}
          prefetch={false}
          aria-label={t('compareLabel', { title: run.title })}
        >
          {t('compare')}
        </Link>
      )}
      {run.bulk && (
        <Link className="link" href={`/forks/${run.bulk}`} prefetch={false}>
          {t('bulk')}
        </Link>
      )}
    </span>
  )
}

interface BranchProps {
  run: LineageRun
  /** Whose page this is. */
  shown: string
  forksOf: (run: string) => LineageRun[]
}

function Branch({ run, shown, forksOf }: BranchProps) {
  const t = useTranslations('travel.lineage')
  const forks = forksOf(run.id)
  return (
    <li>
      <div className={styles.relative} data-shown={run.id === shown || undefined}>
        <div>
          {run.id === shown ? (
            <b aria-current="page">
              {run.title} <span className="dimmer">{t('this')}</span>
            </b>
          ) : (
            <Link href={`/runs/${run.id}?tab=lineage`} prefetch={false}>
              {run.title}
            </Link>
          )}
          {run.sandbox && (
            <span className="chip" data-state="none">
              {t('replay')}
            </span>
          )}
          <StateChip state={run.status} />
        </div>
        <Made run={run} />
      </div>
      {forks.length > 0 && (
        <ul>
          {forks.map((fork) => (
            <Branch key={fork.id} run={fork} shown={shown} forksOf={forksOf} />
          ))}
        </ul>
      )}
    </li>
  )
}

/** The tree of forks that a run belongs to. */
export function LineageTab({ lineage, run }: { lineage: Lineage; run: string }) {
  const t = useTranslations('travel.lineage')
  if (lineage.runs.length < 2) return <p className="dim small">{t('alone')}</p>
  const known = new Set(lineage.runs.map(({ id }) => id))
  const isTop = ({ parentRun }: LineageRun) => parentRun === null || !known.has(parentRun)
  const forksOf = (id: string) => lineage.runs.filter((one) => one.parentRun === id)
  return (
    <ul className={styles.lineage} aria-label={t('label')}>
      {lineage.runs.filter(isTop).map((top) => (
        <Branch key={top.id} run={top} shown={run} forksOf={forksOf} />
      ))}
    </ul>
  )
}
