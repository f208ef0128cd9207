'use client'

import type { RunComparison } from '@countersign/client'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { useTimes } from '../frame/use-times.ts'
import styles from './compare.module.css'

type Field = RunComparison['fields'][number]

/** A value as one reads it; null is said in words. */
export function valueText(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function Reading({ reading, differs }: { reading: Field['a']; differs: 'del' | 'ins' | null }) {
  const t = useTranslations('travel.compare')
  const times = useTimes()
  const text = valueText(reading?.value)
  if (text === null) return <span className="dimmer">{t('none')}</span>
  const Mark = differs ?? 'span'
  return (
    <>
      <Mark>{text}</Mark>
      {reading?.confidence != null && (
        <span className="dim small" title={t('sure', { value: times.number(reading.confidence, { maximumFractionDigits: 2 }) })}>
          {' '}
          {times.number(reading.confidence, { minimumFractionDigits: 2, maximumFractionDigits: 2 })}
        </span>
      )}
    </>
  )
}

/** What both extracted; what differs first, what is the same on request. */
export function FieldsTable({ fields }: Pick<RunComparison, 'fields'>) {
  const t = useTranslations('travel.compare')
  const [all, setAll] = useState(false)
  if (fields.length === 0) return <p className="dim small">{t('fieldsNone')}</p>
  const differ = fields.filter(({ same }) => !same)
  const same = fields.filter((field) => field.same)
  const shown = all ? [...differ, ...same] : differ
  return (
    <>
      {differ.length === 0 && <p className="dim small">{t('fieldsSame', { count: same.length })}</p>}
      {shown.length > 0 && (
        <table className={`${styles.table} ${styles.marks}`} aria-label={t('fields')}>
          <thead>
            <tr>
              <th scope="col">{t('field')}</th>
              <th scope="col">{t('a')}</th>
              <th scope="col">{t('b')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((field) => (
              <tr key={field.name}>
                <th scope="row">{field.name}</th>
                <td>
                  <Reading reading={field.a} differs={field.same ? null : 'del'} />
                </td>
                <td>
                  <Reading reading={field.b} differs={field.same ? null : 'ins'} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {same.length > 0 && !all && (
        <p className="dim small">
          {differ.length > 0 && <>{t('sameToo', { count: same.length })} · </>}
          <button type="button" className={styles.more} onClick={() => setAll(true)}>
            {t('showSame')}
          </button>
        </p>
      )}
    </>
  )
}
