'use client'

import { Confidence } from './confidence.tsx'
import { FieldCard } from './field-card.tsx'
import styles from './fields.module.css'
import { type FormItem, readItem } from './form-model.ts'
import { RowsTable } from './rows-table.tsx'
import { isWhole, type ReviewForm } from './use-review-form.ts'

export interface Attention {
  /** The item under the reviewer's eyes: its place is shown in the source. */
  focused: string | null
  editing: string | null
  focus(name: string | null): void
  edit(name: string | null): void
}

interface Props {
  form: ReviewForm
  attention: Attention
  readOnly: boolean
}

/** Items that get a card of their own: doubtful ones, changed ones, and the one being edited. */
function splitItems({ items, edited, problems }: ReviewForm, { editing, focused }: Attention): { cards: FormItem[]; rows: FormItem[] } {
  const noFields = items.every((item) => item.field === null)
  const asCard = (item: FormItem) =>
    item.doubtful ||
    noFields ||
    edited.changed.includes(item.name) ||
    item.name in problems ||
    item.name === editing ||
    item.name === focused
  return { cards: items.filter(asCard), rows: items.filter((item) => !asCard(item)) }
}

function SureRow({ item, readOnly, onEdit, onFocus }: { item: FormItem; readOnly: boolean; onEdit: () => void; onFocus: () => void }) {
  const isRows = Array.isArray(item.proposed) && item.proposed.length > 0
  return (
    <>
      <li onPointerEnter={onFocus}>
        <span title={item.label}>{item.label}</span>
        <button type="button" className={styles.rowvalue} disabled={readOnly || isRows} aria-label={`Edit ${item.label}`} onClick={onEdit}>
          {readItem(item)}
        </button>
        {item.field ? (
          <Confidence value={item.field.confidence} sure reasons={item.field.reasons} threshold={item.field.threshold} />
        ) : (
          <span />
        )}
      </li>
      {isRows && Array.isArray(item.proposed) && <RowsTable label={item.label} rows={item.proposed} />}
    </>
  )
}

/** The fields of a review: those to check first, the least sure on top, then the ones accepted without doubt. */
export function FieldsPane({ form, attention, readOnly, onHover }: Props & { onHover: (name: string) => void }) {
  const { cards, rows } = splitItems(form, attention)
  const isForm = cards.every((item) => item.field === null)
  return (
    <section className={styles.fields} aria-label="Fields">
      {form.problems[''] && !cards.some(isWhole) && (
        <p role="alert" className={styles.problem}>
          {form.problems['']}
        </p>
      )}
      <h2>{cards.length === 0 ? 'Nothing doubtful' : isForm ? 'Proposed' : 'To check'}</h2>
      {cards.map((item) => (
        <FieldCard
          key={item.name}
          item={isWhole(item) ? { ...item, label: 'Proposal' } : item}
          text={form.textOf(item)}
          changed={form.edited.changed.includes(item.name)}
          problem={form.problems[item.name]}
          focused={attention.focused === item.name}
          editing={attention.editing === item.name}
          readOnly={readOnly}
          onFocus={() => attention.focus(item.name)}
          onEdit={(editing) => attention.edit(editing ? item.name : null)}
          onType={(text) => form.type(item.name, text)}
          onReset={() => form.reset(item.name)}
        />
      ))}
      {rows.length > 0 && (
        <details className={styles.sure} open>
          <summary>Accepted without doubt ({rows.length})</summary>
          <ul>
            {rows.map((item) => (
              <SureRow
                key={item.name}
                item={item}
                readOnly={readOnly}
                onFocus={() => onHover(item.name)}
                onEdit={() => {
                  attention.focus(item.name)
                  attention.edit(item.name)
                }}
              />
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}
