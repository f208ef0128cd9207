'use client'

import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { NamedIcon } from '../frame/icons.tsx'
import { Confidence } from './confidence.tsx'
import { DiffText } from './diff-text.tsx'
import { describeValue } from './field-value.ts'
import styles from './fields.module.css'
import { type FormItem, textOf } from './form-model.ts'

/** Beyond this many characters a value is set smaller: it is a text, not a figure. */
const LONG = 40

interface Props {
  item: FormItem
  text: string
  changed: boolean
  problem: string | undefined
  focused: boolean
  editing: boolean
  readOnly: boolean
  onFocus: () => void
  onEdit: (editing: boolean) => void
  onType: (text: string) => void
  onReset: () => void
}

/** The other readings of a value; 1 is the proposal, the others count from 2. */
function Alternatives({ item, text, onType }: { item: FormItem; text: string; onType: (text: string) => void }) {
  const others = (item.field?.alternatives ?? []).map((other, index) => ({ ...other, key: index + 2 }))
  const unused = others.filter((other) => textOf(item, other.value) !== text)
  return unused.map((other) => (
    <button
      key={describeValue(other.value)}
      type="button"
      tabIndex={-1}
      className={styles.use}
      onClick={() => onType(textOf(item, other.value))}
    >
      Use <b>{textOf(item, other.value) || 'nothing'}</b> instead <kbd>{other.key}</kbd> <span className="dim">{other.reason}</span>
    </button>
  ))
}

function useControlFocus(focused: boolean, editing: boolean) {
  const control = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (focused && document.activeElement !== control.current && !document.querySelector('dialog[open]'))
      control.current?.focus({ preventScroll: false })
  }, [focused])
  useEffect(() => {
    if (editing) control.current?.select()
  }, [editing])
  return control
}

/**
 * One value to check. Its control is read-only until one edits it, so that single keys stay commands; Enter or a
 * click starts to edit, Enter or Escape ends it.
 */
export function FieldCard({ item, text, changed, problem, focused, editing, readOnly, onFocus, onEdit, onType, onReset }: Props) {
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
  const reasons = item.field?.reasons ?? []
  return (
    <div className={styles.field} data-focused={focused || undefined} data-problem={problem ? '' : undefined} data-field={item.name}>
      <header>
        <label htmlFor={id}>{item.label}</label>
        {item.field?.evidence.length === 0 && <span className="dimmer">no place in the source</span>}
        <span className="grow" />
        {item.field && (
          <Confidence value={item.field.confidence} sure={!item.doubtful} reasons={reasons} threshold={item.field.threshold} />
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
        placeholder="not found"
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
      {editing && item.options.length > 0 && (
        <div className={styles.options}>
          {item.options.map((option) => (
            <button
              key={option}
              type="button"
              tabIndex={-1}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onType(option)}
            >
              {option}
            </button>
          ))}
        </div>
      )}
      <div id={`${id}-why`} className={styles.why}>
        {problem && (
          <span role="alert" className={styles.problem}>
            <NamedIcon name="incident" size={12} /> {problem}
          </span>
        )}
        {changed && (
          <span className={styles.diff}>
            <DiffText before={textOf(item, item.proposed)} after={text} />
            {!readOnly && (
              <button type="button" tabIndex={-1} className={styles.use} onClick={onReset}>
                Take back <kbd>1</kbd>
              </button>
            )}
          </span>
        )}
        {reasons.map((reason) => (
          <span key={reason}>{reason}</span>
        ))}
        {!readOnly && <Alternatives item={item} text={text} onType={onType} />}
      </div>
    </div>
  )
}
