'use client'

import type { KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl/react'
import { AddField } from './add-field.tsx'
import { CallsPane } from './calls-pane.tsx'
import { Confidence } from './confidence.tsx'
import { DeskField } from './desk-field.tsx'
import styles from './fields.module.css'
import { type FormItem, readItem } from './form-model.ts'
import { RowsTable } from './rows-table.tsx'
import type { Desk } from './use-desk.ts'
import { isWhole } from './use-review-form.ts'

/** Items that get a card of their own: doubtful ones, changed ones, and the one being edited. */
function splitItems({ form: { items, edited, problems }, attention: { editing, focused } }: Desk): { cards: FormItem[]; rows: FormItem[] } {
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

function SureRow({ item, readOnly, onEdit, onHover }: { item: FormItem; readOnly: boolean; onEdit: () => void; onHover: () => void }) {
  const t = useTranslations('review.field')
  const isRows = Array.isArray(item.proposed) && item.proposed.length > 0
  const words = { none: t('notFound'), rows: (count: number) => t('rows', { count }) }
  return (
    <>
      <li onPointerEnter={onHover}>
        <span title={item.label}>{item.label}</span>
        {/* Reached with the arrow keys: Tab goes through the doubtful ones only. */}
        <button
          type="button"
          tabIndex={-1}
          className={styles.rowvalue}
          disabled={readOnly || isRows}
          aria-label={t('edit', { label: item.label })}
          onClick={onEdit}
        >
          {readItem(item, words)}
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

/** Up and down go through all fields, sure ones as well. */
function onArrows(desk: Desk): (event: KeyboardEvent) => void {
  return (event) => {
    if (desk.attention.editing !== null || event.ctrlKey || event.metaKey || event.altKey) return
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null
    if (by === null || !(event.target instanceof Element) || !event.target.closest('[data-field]')) return
    event.preventDefault()
    desk.attention.step(by)
  }
}

/** The fields of a review: those to check first, the least sure on top, then the ones accepted without doubt. */
export function FieldsPane({ desk }: { desk: Desk }) {
  const t = useTranslations('review')
  const { form, attention } = desk
  const readOnly = !desk.can('edit')
  const { cards, rows } = splitItems(desk)
  const isForm = cards.every((item) => item.field === null)
  const heading =
    form.calls.length > 0 ? 'calls' : cards.length === 0 ? 'nothingDoubtful' : form.tool ? 'arguments' : isForm ? 'proposed' : 'toCheck'
  const whole = form.problems['']
  return (
    <section className={styles.pane} aria-label={t('field.label')} onKeyDown={onArrows(desk)}>
      {whole && !cards.some(isWhole) && (
        <p role="alert" className={styles.problem}>
          {t(`problem.${whole.key}`, whole.values)}
        </p>
      )}
      <h2>{t(`field.heading.${heading}`)}</h2>
      {form.calls.length > 0 ? (
        <CallsPane desk={desk} />
      ) : (
        cards.map((item) => <DeskField key={item.name} item={item} desk={desk} readOnly={readOnly} />)
      )}
      {rows.length > 0 && (
        <details className={styles.sure} open>
          <summary>{t('field.sure', { count: rows.length })}</summary>
          <ul>
            {rows.map((item) => (
              <SureRow
                key={item.name}
                item={item}
                readOnly={readOnly}
                onHover={() => attention.show(item.name)}
                onEdit={() => attention.edit(item.name)}
              />
            ))}
          </ul>
        </details>
      )}
      {!readOnly && wasRead(desk) && <AddField desk={desk} />}
    </section>
  )
}

/** Only what was read from a source can have been missed there. */
const wasRead = ({ review: { fields, pages } }: Desk): boolean => fields.length > 0 && pages.length > 0
