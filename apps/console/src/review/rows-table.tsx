'use client'

import { useTranslations } from 'use-intl/react'
import { z } from 'zod'
import { describeValue, type FieldValue } from './field-value.ts'
import styles from './fields.module.css'

const SHOWN = 50
const rowSchema = z.record(z.string(), z.json())

/** A list of records as a table, to read. */
export function RowsTable({ label, rows }: { label: string; rows: FieldValue[] }) {
  const t = useTranslations('review.field')
  const records = rows.slice(0, SHOWN).map((row, place) => ({ place, record: rowSchema.safeParse(row).data ?? { value: row } }))
  const columns = [...new Set(records.flatMap(({ record }) => Object.keys(record)))]
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map(({ place, record }) => (
            <tr key={place}>
              {columns.map((column) => (
                <td key={column}>{record[column] === null || record[column] === undefined ? '' : describeValue(record[column])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > SHOWN && <p className="small dim">{t('moreRows', { count: rows.length - SHOWN })}</p>}
    </div>
  )
}
