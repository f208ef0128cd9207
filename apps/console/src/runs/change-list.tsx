'use client'

import type { StateDiff } from '@countersign/client'
import { useTranslations } from 'use-intl/react'
import styles from './run.module.css'

const SHOWN = 300

/** A value in short, as JSON; texts are shown as they are. */
function inShort(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}

/** What a JSON Pointer leads to, as it is read: `extraction › total`. */
const spoken = (path: string): string =>
  path
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join(' › ')

/** What differs between two states, value by value. */
export function ChangeList({ diff }: { diff: StateDiff }) {
  const t = useTranslations('travel.diff')
  if (diff.changes.length === 0) return <p className="dim small">{t('same')}</p>
  return (
    <>
      <ul className={styles.changes} aria-label={t('label')}>
        {diff.changes.map(({ path, kind, before, after }) => (
          <li key={path}>
            <span className={styles.path}>
              <b>{spoken(path)}</b> <span className="dimmer">{t(kind)}</span>
            </span>
            {kind !== 'added' && <del>{inShort(before)}</del>}
            {kind !== 'removed' && <ins>{inShort(after)}</ins>}
          </li>
        ))}
      </ul>
      {diff.more > 0 && <p className="dim small">{t('more', { count: diff.more })}</p>}
    </>
  )
}
