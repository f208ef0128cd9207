'use client'

import { useTranslations } from 'use-intl/react'
import { useTimes } from '../frame/use-times.ts'
import type { StateLine } from './outline-state.ts'
import styles from './run.module.css'

/** What was left out of a value, in words. */
function More({ more }: { more: NonNullable<StateLine['more']> }) {
  const t = useTranslations('runs.state')
  const times = useTimes()
  return <>{t(`more.${more.key}`, { count: times.number(more.count) })}</>
}

function Value({ line }: { line: StateLine }) {
  const t = useTranslations('runs.state')
  return (
    <>
      {line.changed && line.before !== null && <del className={styles.gone}>{line.before}</del>}{' '}
      <span className={styles.value} data-kind={line.kind}>
        {line.text}
        {line.more && (
          <span className="dimmer">
            {' '}
            … <More more={line.more} />
          </span>
        )}
      </span>
      {line.changed && <span className={styles.changed}>{t('changed')}</span>}
    </>
  )
}

function Line({ line, depth }: { line: StateLine; depth: number }) {
  const t = useTranslations('runs.state')
  if (line.children.length === 0) {
    return (
      <li className={styles.line} data-changed={line.changed || undefined}>
        <span className={styles.key}>{line.key}</span> <Value line={line} />
      </li>
    )
  }
  return (
    <li>
      <details open={depth < 1 || line.changed}>
        <summary className={styles.line} data-changed={line.changed || undefined}>
          <span className={styles.key}>{line.key}</span> <span className="dimmer">{line.text}</span>
          {line.changed && <span className={styles.changed}>{t('changed')}</span>}
        </summary>
        <ul>
          {line.children.map((child) => (
            <Line key={child.key} line={child} depth={depth + 1} />
          ))}
        </ul>
        {line.more && (
          <p className="dimmer">
            <More more={line.more} />
          </p>
        )}
      </details>
    </li>
  )
}

/** A state as a tree; what this step changed is marked, with the value before where it is short. */
export function StateTree({ lines }: { lines: StateLine[] }) {
  const t = useTranslations('runs.state')
  if (lines.length === 0) return <p className="dim small">{t('empty')}</p>
  return (
    <ul className={styles.tree}>
      {lines.map((line) => (
        <Line key={line.key} line={line} depth={0} />
      ))}
    </ul>
  )
}
