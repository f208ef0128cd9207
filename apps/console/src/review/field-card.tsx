'use client'

import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import { NamedIcon } from '../frame/icons.tsx'
import { Confidence } from './confidence.tsx'
import { DiffText } from './diff-text.tsx'
import { describeValue } from './field-value.ts'
import styles from './fields.module.css'
import { type FormItem, textOf } from './form-model.ts'
import type { Problem } from './problem.ts'
import type { Taken } from './take-evidence.ts'

/** Beyond this many characters a value is set smaller: it is a text, not a figure. */
const LONG = 40

interface Props {
  item: FormItem
  text: string
  changed: boolean
  /** The text was taken from another place than the machine's. */
  taken: boolean
  problem: Problem | undefined
  focused: boolean
  editing: boolean
  readOnly: boolean
  onFocus: () => void
  onEdit: (editing: boolean) => void
  onType: (text: string, taken?: Taken) => void
  onReset: () => void
}

/** The other readings of a value; 1 is the proposal, the others count from 2. */
function Alternatives({ item, text, onType }: Pick<Props, 'item' | 'text' | 'onType'>) {
  const t = useTranslations('review.field')
  const others = (item.field?.alternatives ?? []).map((other, index) => ({ ...other, key: index + 2 }))
  const unused = others.filter((other) => textOf(item, other.value) !== text)
  return unused.map((other) => (
    <button
      key={describeValue(other.value)}
      type="button"
      tabIndex={-1}
      className={styles.use}
      onClick={() => onType(textOf(item, other.value), other.evidence && { text: '', evidence: other.evidence })}
    >
      {t.rich('useInstead', { value: () => <b>{textOf(item, other.value) || t('nothing')}</b>, key: () => <kbd>{other.key}</kbd> })}{' '}
      <span className="dim">{other.reason}</span>
    </button>
  ))
}

function useControlFocus(focused: boolean, editing: boolean) {
  const control = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const elsewhere = document.activeElement !== control.current && !document.querySelector('dialog[open], [data-keeps-focus] :focus')
    if (focused && elsewhere) control.current?.focus({ preventScroll: false })
  }, [focused])
  useEffect(() => {
    if (editing) control.current?.select()
  }, [editing])
  return control
}

/** What differs from the proposal, why the machine was not sure, and what else could be meant. */
function Notes({ id, ...props }: Props & { id: string }) {
  const t = useTranslations('review')
  const { item, text, changed, taken, problem, readOnly } = props
  return (
    <div id={id} className={styles.why}>
      {problem && (
        <span role="alert" className={styles.problem}>
          <NamedIcon name="incident" size={12} /> {t(`problem.${problem.key}`, problem.values)}
        </span>
      )}
      {changed && (
        <span className={styles.diff}>
          <DiffText before={textOf(item, item.proposed)} after={text} />
          {!readOnly && (
            <button type="button" tabIndex={-1} className={styles.use} onClick={props.onReset}>
              {t('field.takeBack')} <kbd>1</kbd>
            </button>
          )}
        </span>
      )}
      {taken && <span>{t('field.taken')}</span>}
      {(item.field?.reasons ?? []).map((reason) => (
        <span key={reason}>{reason}</span>
      ))}
      {!readOnly && <Alternatives item={item} text={text} onType={props.onType} />}
    </div>
  )
}

function Options({ item, onType }: Pick<Props, 'item' | 'onType'>) {
  return (
    <div className={styles.options}>
      {item.options.map((option) => (
        <button key={option} type="button" tabIndex={-1} onPointerDown={(event) => event.preventDefault()} onClick={() => onType(option)}>
          {option}
        </button>
      ))}
    </div>
  )
}

/**
 * One value to check. Its control is read-only until one edits it, so that single keys stay commands; Enter or a
 * click starts to edit, Enter or Escape ends it.
 */
export function FieldCard(props: Props) {
  const { item, text, problem, focused, editing, readOnly, onFocus, onEdit, onType } = props
  const t = useTranslations('review.field')
  const id = useId()
  const control = useControlFocus(focused, editing)
  const onKeyDown = (event: KeyboardEvent) => {
    if (!editing && event.key === 'Enter' && !readOnly) {
      event.preventDefault()
      onEdit(true)
    } else if (editing && (event.key === 'Escape' || (event.key === 'Enter' && !event.shiftKey && item.kind !== 'json'))) {
      event.preventDefault()
      onEdit(false)
    }
  }
  return (
    <div className={styles.field} data-focused={focused || undefined} data-problem={problem ? '' : undefined} data-field={item.name}>
      <header>
        <label htmlFor={id}>{item.label}</label>
        {item.field?.evidence.length === 0 && !props.taken && <span className="dimmer">{t('noPlace')}</span>}
        <span className="grow" />
        {item.field && (
          <Confidence value={item.field.confidence} sure={!item.doubtful} reasons={item.field.reasons} threshold={item.field.threshold} />
        )}
      </header>
      <textarea
        ref={control}
        id={id}
        rows={1}
        data-long={text.length > LONG || undefined}
        className={item.kind === 'json' ? `${styles.control} mono` : styles.control}
        readOnly={!editing || readOnly}
        value={text}
        placeholder={t('notFound')}
        spellCheck={false}
        inputMode={item.kind === 'number' ? 'decimal' : undefined}
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-why`}
        onFocus={onFocus}
        onClick={() => !readOnly && !editing && onEdit(true)}
        onBlur={() => onEdit(false)}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {editing && item.options.length > 0 && <Options item={item} onType={onType} />}
      <Notes {...props} id={`${id}-why`} />
    </div>
  )
}
