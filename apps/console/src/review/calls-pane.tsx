'use client'

import { useId } from 'react'
import { useTranslations } from 'use-intl/react'
import { DeskField } from './desk-field.tsx'
import styles from './fields.module.css'
import { type CallForm, isOfCall } from './many-calls.ts'
import type { Desk } from './use-desk.ts'

/** Why a call is not to be made, in words for the machine; may be empty. */
function Refusal({ desk, call, readOnly }: { desk: Desk; call: CallForm; readOnly: boolean }) {
  const t = useTranslations('review.calls')
  const id = useId()
  const reason = desk.form.refusals.get(call.index) ?? ''
  return (
    <div className={styles.refusal}>
      <label htmlFor={id}>{t('why')}</label>
      <textarea
        id={id}
        className="input"
        rows={2}
        maxLength={4000}
        value={reason}
        readOnly={readOnly}
        onChange={(event) => desk.refuse(call.index, event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      />
    </div>
  )
}

function OneCall({ desk, call }: { desk: Desk; call: CallForm }) {
  const t = useTranslations('review.calls')
  const { form } = desk
  const mayEdit = desk.can('edit')
  const refused = form.refusals.has(call.index)
  const items = form.items.filter(({ name }) => isOfCall(name, call.index))
  const changed = items.some(({ name }) => form.edited.changed.includes(name))
  const name = t('name', { number: call.index + 1, tool: call.tool })
  return (
    <section className={styles.call} aria-label={name} data-refused={refused || undefined}>
      <header>
        <h3 className="mono">{name}</h3>
        <span className="small dim" role="status">
          {t(refused ? 'refused' : changed ? 'changed' : 'made')}
        </span>
        <span className="grow" />
        {mayEdit && call.refusable && (
          <button type="button" className="btn tight" aria-pressed={refused} onClick={() => desk.refuse(call.index, refused ? null : '')}>
            {t(refused ? 'make' : 'refuse')}
          </button>
        )}
      </header>
      {refused && <Refusal desk={desk} call={call} readOnly={!mayEdit} />}
      {!refused && items.length === 0 && <p className="small dim">{t('noArguments')}</p>}
      {!refused && items.map((item) => <DeskField key={item.name} item={item} desk={desk} readOnly={!mayEdit || call.fixed} />)}
    </section>
  )
}

/** Several calls at once: each is made as it is, made with changed arguments, or refused. */
export function CallsPane({ desk }: { desk: Desk }) {
  return desk.form.calls.map((call) => <OneCall key={call.index} desk={desk} call={call} />)
}
