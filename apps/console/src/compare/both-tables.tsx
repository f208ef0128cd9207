'use client'

import type { RunComparison } from '@countersign/client'
import { useTranslations } from 'use-intl/react'
import { useTimes } from '../frame/use-times.ts'
import styles from './compare.module.css'

/** What both took. */
export function CostTable({ cost }: Pick<RunComparison, 'cost'>) {
  const t = useTranslations('travel.compare')
  const times = useTimes()
  const rows = [
    { key: 'time', of: ({ ms }) => times.duration(ms) },
    { key: 'tokens', of: ({ tokens }) => times.number(tokens) },
    { key: 'attempts', of: ({ attempts }) => times.number(attempts) },
  ] as const satisfies { key: string; of: (side: RunComparison['cost']['a']) => string }[]
  return (
    <table className={styles.table} aria-label={t('cost')}>
      <thead>
        <tr>
          <td />
          <th scope="col">{t('a')}</th>
          <th scope="col">{t('b')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, of }) => (
          <tr key={key}>
            <th scope="row">{t(key)}</th>
            <td>{of(cost.a)}</td>
            <td>{of(cost.b)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function AskedList({ asked }: { asked: RunComparison['asked']['a'] }) {
  const t = useTranslations('travel.compare')
  const decided = useTranslations('review.decided')
  const verbs = ['approve', 'reject', 'edit', 'choose', 'respond', 'ignore', 'escalate', 'retry', 'skip', 'abort'] as const
  if (asked.length === 0) return <span className="dimmer">{t('askedNone')}</span>
  const seen = new Map<string, number>()
  return (
    <ul className={styles.asked}>
      {asked.map(({ node, title, verb }) => {
        const known = verbs.find((one) => one === verb)
        const count = seen.get(node + title) ?? 0
        seen.set(node + title, count + 1)
        return (
          <li key={`${node} ${title} ${count}`}>
            {title} <span className="dim small">{verb === null ? t('noAnswer') : known ? decided(known) : verb}</span>
          </li>
        )
      })}
    </ul>
  )
}

/** What people were asked in each, and what they said. */
export function AskedTable({ asked }: Pick<RunComparison, 'asked'>) {
  const t = useTranslations('travel.compare')
  return (
    <table className={styles.table} aria-label={t('asked')}>
      <thead>
        <tr>
          <th scope="col">{t('a')}</th>
          <th scope="col">{t('b')}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>
            <AskedList asked={asked.a} />
          </td>
          <td>
            <AskedList asked={asked.b} />
          </td>
        </tr>
      </tbody>
    </table>
  )
}
