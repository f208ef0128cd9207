'use client'

import { type SyntheticEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import styles from './fields.module.css'
import type { Taken } from './take-evidence.ts'
import type { Desk } from './use-desk.ts'

function AddForm({ desk, adding }: { desk: Desk; adding: Taken }) {
  const t = useTranslations('review.add')
  const id = useId()
  const name = useRef<HTMLInputElement>(null)
  const [wanted, setWanted] = useState('')
  const missing = desk.form.items.filter((item) => desk.form.textOf(item) === '')
  useEffect(() => name.current?.focus(), [])
  const close = () => desk.add(null)
  const put = (event: SyntheticEvent) => {
    event.preventDefault()
    const text = wanted.trim()
    if (!text) {
      name.current?.focus()
      return
    }
    const known = desk.form.items.find((item) => item.label === text || item.name === text)
    desk.type(known?.name ?? text, adding.text, adding)
    desk.attention.focus(known?.name ?? text)
    close()
  }
  return (
    <form className={styles.add} data-keeps-focus="" onSubmit={put} onKeyDown={(event) => event.key === 'Escape' && close()}>
      <p className="small dim">{adding.evidence.length > 0 ? t('placed') : t('point')}</p>
      <label htmlFor={`${id}-name`}>{t('name')}</label>
      <input
        ref={name}
        id={`${id}-name`}
        className="input"
        list={`${id}-missing`}
        value={wanted}
        autoComplete="off"
        onChange={(event) => setWanted(event.target.value)}
      />
      <datalist id={`${id}-missing`}>
        {missing.map((item) => (
          <option key={item.name} value={item.label} />
        ))}
      </datalist>
      <label htmlFor={`${id}-text`}>{t('text')}</label>
      <input
        id={`${id}-text`}
        className="input"
        value={adding.text}
        autoComplete="off"
        onChange={(event) => desk.add({ ...adding, text: event.target.value })}
      />
      <div className={styles.addactions}>
        <button type="submit" className="btn">
          {t('put')} <kbd>↵</kbd>
        </button>
        <button type="button" className="btn quiet" onClick={close}>
          {t('cancel')}
        </button>
      </div>
    </form>
  )
}

/** A field that the machine missed: point at it in the source, name it, and it is there with its place. */
export function AddField({ desk }: { desk: Desk }) {
  const t = useTranslations('review.add')
  if (desk.adding) return <AddForm desk={desk} adding={desk.adding} />
  return (
    <p className={styles.missing}>
      <button type="button" className="btn quiet tight" onClick={() => desk.add({ text: '', evidence: [] })}>
        {t('start')} <kbd>n</kbd>
      </button>
    </p>
  )
}
