'use client'

import { useId, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { FormItem } from '../review/form-model.ts'
import { pathOf, type StateKey } from './state-form-model.ts'
import styles from './travel.module.css'
import type { StateForm } from './use-state-form.ts'

/** With more keys than this one looks for them by name. */
const MANY = 12
const SHORT = 90
/** A text longer than this, or with several lines, gets a field of several lines. */
const LONG = 70

/** A value in one short line. */
function briefly(value: unknown): string {
  const text = Array.isArray(value) ? `[${value.length}]` : typeof value === 'string' ? value : JSON.stringify(value)
  const line = text.replace(/\s+/g, ' ')
  return line.length > SHORT ? `${line.slice(0, SHORT)}…` : line
}

interface FieldProps {
  form: StateForm
  path: string
  item: FormItem
  label: string
}

function Control({ form, path, item, id, problem }: FieldProps & { id: string; problem: boolean }) {
  const text = form.typed[path] ?? ''
  const shared = {
    id,
    className: item.kind === 'json' ? 'input mono' : 'input',
    value: text,
    'aria-invalid': problem || undefined,
    'aria-describedby': problem ? `${id}-wrong` : undefined,
    onChange: (event: { target: { value: string } }) => form.type(path, event.target.value),
  }
  if (item.options.length > 0) {
    return (
      <select {...shared}>
        {!item.options.includes(text) && <option value={text}>{text}</option>}
        {item.options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    )
  }
  const lines = text.split('\n').length
  if (item.kind === 'json' || lines > 1 || text.length > LONG) {
    return <textarea {...shared} spellCheck={false} rows={Math.min(14, Math.max(3, lines))} />
  }
  return <input {...shared} spellCheck={false} autoComplete="off" inputMode={item.kind === 'number' ? 'decimal' : undefined} />
}

/** One value with its control, and what is wrong with it. */
function Field(props: FieldProps) {
  const t = useTranslations('review')
  const id = useId()
  const problem = props.form.problems[props.path]
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{props.label}</label>
      <Control {...props} id={id} problem={problem !== undefined} />
      {problem && (
        <span id={`${id}-wrong`} role="alert" className={styles.problem}>
          {t(`problem.${problem.key}`, problem.values)}
        </span>
      )}
    </div>
  )
}

/** The fields of a key that is being changed; of an object, its parts or the whole as JSON. */
function OpenKey({ form, entry }: { form: StateForm; entry: StateKey }) {
  const t = useTranslations('travel.form')
  const { item, parts } = entry
  const whole = form.typed[pathOf(item.name)] !== undefined
  const wrong = form.problems[pathOf(item.name)]
  const review = useTranslations('review')
  return (
    <div className={styles.opened}>
      {whole ? (
        <Field form={form} path={pathOf(item.name)} item={item} label={item.kind === 'json' ? t('json', { key: item.name }) : item.name} />
      ) : (
        <>
          {parts.map((part) => (
            <Field key={part.name} form={form} path={pathOf(item.name, part.name)} item={part} label={part.label} />
          ))}
          {wrong && (
            <span role="alert" className={styles.problem}>
              {review(`problem.${wrong.key}`, wrong.values)}
            </span>
          )}
        </>
      )}
      <div className={styles.beside}>
        <button type="button" className="btn tight quiet" aria-label={t('keepKey', { key: item.name })} onClick={() => form.keep(entry)}>
          {t('keep')}
        </button>
        {parts.length > 0 && (
          <button type="button" className="btn tight quiet" onClick={() => form.open(entry, whole ? 'fields' : 'json')}>
            {t(whole ? 'asFields' : 'asJson')}
          </button>
        )}
      </div>
    </div>
  )
}

function Key({ form, entry }: { form: StateForm; entry: StateKey }) {
  const t = useTranslations('travel.form')
  const { item, present, parts } = entry
  const { name } = item
  const isOpen = Object.keys(form.typed).some((path) => path === pathOf(name) || path.startsWith(`${pathOf(name)}/`))
  return (
    <li className={styles.key} data-changed={name in form.change.values || undefined}>
      <div className={styles.line}>
        <b className="mono">{name}</b>
        <span className={present ? 'mono dim' : 'dimmer small'}>{present ? briefly(item.proposed) : t('absent')}</span>
        {!isOpen && (
          <button
            type="button"
            className="btn tight"
            aria-label={t('changeKey', { key: name })}
            onClick={() => form.open(entry, parts.length > 0 ? 'fields' : 'json')}
          >
            {t('change')}
          </button>
        )}
      </div>
      {isOpen && <OpenKey form={form} entry={entry} />}
    </li>
  )
}

/** A state to be changed key by key; what is not opened stays as it is. */
export function StateFields({ form }: { form: StateForm }) {
  const t = useTranslations('travel.form')
  const [text, setText] = useState('')
  if (form.status !== 'ready') return <p role="status">{t(form.status)}</p>
  const shown = form.keys.filter(({ item }) => item.name.toLowerCase().includes(text.toLowerCase()))
  return (
    <div className={styles.form}>
      <div className={styles.beside}>
        <span className="dim small" role="status">
          {t('count', { count: Object.keys(form.change.values).length })}
        </span>
        {form.keys.length > MANY && (
          <input
            className="input"
            type="search"
            placeholder={t('find')}
            aria-label={t('find')}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </div>
      <ul className={styles.keys} aria-label={t('label')}>
        {shown.map((entry) => (
          <Key key={entry.item.name} form={form} entry={entry} />
        ))}
        {shown.length === 0 && <li className="dim small">{t('none')}</li>}
      </ul>
    </div>
  )
}
