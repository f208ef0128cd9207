import type { ReactNode } from 'react'
import list from './list.module.css'

interface Props {
  label: string
  /** What each column holds, in words; read aloud, not shown. */
  heads: { key: string; word: string }[]
  /** The rows. */
  children: ReactNode
}

/** The table of a list: its rows speak for themselves, its heads are for screen readers. */
export function ListTable({ label, heads, children }: Props) {
  return (
    <table className={list.table} aria-label={label}>
      <thead className="hidden">
        <tr>
          {heads.map(({ key, word }) => (
            <th key={key} scope="col">
              {word}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}
