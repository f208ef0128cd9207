'use client'

import type { BulkComparison } from '@countersign/client'
import Link from 'next/link'
import { useTranslations } from 'use-intl/react'
import list from '../frame/list.module.css'
import { hrefWith } from '../frame/query.ts'
import { StateChip } from '../frame/state-chip.tsx'
import { useRows } from '../frame/use-rows.ts'
import { useTimes } from '../frame/use-times.ts'
import styles from './compare.module.css'
import { valueText } from './fields-table.tsx'

type Row = BulkComparison['rows'][number]

const COLUMNS = ['run', 'state', 'differs', 'path', 'asked', 'time', 'tokens'] as const

const differs = ({ samePath, keys, fields, error }: Row): boolean => !samePath || keys.length > 0 || fields.length > 0 || error !== null

/** What differs from the parent: fields with both values, else the keys of the state. */
function Differences({ row }: { row: Row }) {
  const t = useTranslations('travel.bulk')
  if (row.error) return <span className={styles.error}>{row.error}</span>
  if (row.fields.length === 0 && row.keys.length === 0) return <span className="dimmer">{t('nothing')}</span>
  return (
    <span className={`${styles.differences} ${styles.marks}`}>
      {row.fields.map(({ name, a, b }) => (
        <span key={name}>
          <b>{name}</b> <del>{valueText(a) ?? '–'}</del> <ins>{valueText(b) ?? '–'}</ins>
        </span>
      ))}
      {row.fields.length === 0 && <span className="dim">{t('keys', { keys: row.keys.join(', ') })}</span>}
    </span>
  )
}

function BulkRow({ row, index, selected }: { row: Row; index: number; selected: boolean }) {
  const t = useTranslations('travel.bulk')
  const times = useTimes()
  const both = (a: string, b: string) => (a === b ? b : t('was', { a, b }))
  return (
    <tr data-row={index} data-selected={selected || undefined}>
      <th scope="row">
        <Link className={list.open} href={`/runs/${row.parent}/compare/${row.run}`} prefetch={false}>
          {row.title}
        </Link>
      </th>
      <td>
        <StateChip state={row.status} />
      </td>
      <td>
        <Differences row={row} />
      </td>
      <td className={row.samePath ? 'dimmer' : undefined}>{t(row.samePath ? 'samePath' : 'otherPath')}</td>
      <td className="num">{both(times.number(row.asked.a), times.number(row.asked.b))}</td>
      <td className="num">{both(times.duration(row.cost.a.ms), times.duration(row.cost.b.ms))}</td>
      <td className="num">{both(times.number(row.cost.a.tokens), times.number(row.cost.b.tokens))}</td>
    </tr>
  )
}

/** Every fork of one bulk beside its parent; a row opens the two side by side. */
export function BulkTable({ comparison, differ }: { comparison: BulkComparison; differ: boolean }) {
  const t = useTranslations('travel.bulk')
  const { bulk, running, rows } = comparison
  const differing = rows.filter(differs)
  const shown = differ ? differing : rows
  const { selected } = useRows(
    shown.map(({ parent, run }) => `/runs/${parent}/compare/${run}`),
    'none',
  )
  return (
    <main className={list.page}>
      <h1 className="hidden">{t('title')}</h1>
      <div className={list.filters}>
        <Link className={list.pill} href={`/forks/${bulk}`} prefetch={false} aria-current={differ ? undefined : 'true'}>
          {t('all')} <b>{rows.length}</b>
        </Link>
        <Link
          className={list.pill}
          href={hrefWith(`/forks/${bulk}`, { differ: '1' })}
          prefetch={false}
          aria-current={differ ? 'true' : undefined}
        >
          {t('only')} <b>{differing.length}</b>
        </Link>
        <span className="dim">{t('lead', { count: rows.length, differ: differing.length })}</span>
      </div>
      {running > 0 && (
        <p className="notice" data-state="run" role="status">
          {t('running', { count: running })}
        </p>
      )}
      {shown.length === 0 ? (
        <div className="empty">
          <b>{t('none')}</b>
        </div>
      ) : (
        <div className={styles.wide}>
          <table className={styles.bulk} aria-label={t('title')}>
            <thead>
              <tr>
                {COLUMNS.map((column) => (
                  <th key={column} scope="col" className={['asked', 'time', 'tokens'].includes(column) ? 'num' : undefined}>
                    {t(`columns.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((row, index) => (
                <BulkRow key={row.run} row={row} index={index} selected={index === selected} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </main>
  )
}
