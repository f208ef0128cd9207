'use client'

import { useTranslations } from 'use-intl/react'
import { useTimes } from '../frame/use-times.ts'
import type { Cost } from './cost-of.ts'
import styles from './run.module.css'

const COLUMNS = ['node', 'attempts', 'took', 'calls', 'input', 'output'] as const

function Figures({ cost }: { cost: Cost }) {
  const times = useTimes()
  const tokens = (count: number) => (cost.calls > 0 ? times.number(count) : '')
  return (
    <>
      <td className="num">{times.number(cost.attempts)}</td>
      <td className="num">{times.duration(cost.ms)}</td>
      <td className="num">{tokens(cost.calls)}</td>
      <td className="num">{tokens(cost.input)}</td>
      <td className="num">{tokens(cost.output)}</td>
    </>
  )
}

/** Time and tokens of each node, and of the run. Repeated and failed attempts count: they were paid for, too. */
export function CostTab({ all, nodes }: { all: Cost; nodes: { node: string; cost: Cost }[] }) {
  const t = useTranslations('runs.cost')
  if (all.attempts === 0) return <p className="dim small">{t('none')}</p>
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label={t('label')}>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" className={column === 'node' ? undefined : 'num'}>
                {t(`columns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {nodes.map(({ node, cost }) => (
            <tr key={node}>
              <td className="mono">{node}</td>
              <Figures cost={cost} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('all')}</th>
            <Figures cost={all} />
          </tr>
        </tfoot>
      </table>
      {all.calls === 0 && <p className="dim small">{t('noTokens')}</p>}
    </div>
  )
}
