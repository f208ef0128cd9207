'use client'

import { AUDIT_EVENTS } from '@countersign/client/contract'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl/react'
import list from '../frame/list.module.css'
import { type AuditQuery, auditHref, isEvent, readSearch } from './audit-query.ts'

export const SEARCH_FIELD = 'audit-search'

const SUBJECTS = [...new Set(AUDIT_EVENTS.map((name) => name.slice(0, name.indexOf('.'))))]

/** By event, person, review and run; what is on is said, and taken off with one click. */
export function AuditFilters({ query }: { query: AuditQuery }) {
  const t = useTranslations('audit')
  const router = useRouter()
  const on = (['actor', 'review', 'run'] as const).flatMap((key) => {
    const value = query[key]
    return value === undefined ? [] : [{ key, what: t(`of.${key}`, { value }) }]
  })
  return (
    <div className={list.filters}>
      <select
        className={list.pill}
        aria-label={t('event')}
        value={query.event ?? ''}
        onChange={({ target }) => router.push(auditHref(query, { event: isEvent(target.value) ? target.value : undefined }))}
      >
        <option value="">{t('any')}</option>
        {SUBJECTS.map((subject) => (
          <optgroup key={subject} label={subject}>
            {AUDIT_EVENTS.filter((name) => name.startsWith(`${subject}.`)).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </optgroup>
        ))}
      </select>
      {on.map(({ key, what }) => (
        <Link
          key={key}
          className={list.pill}
          data-on=""
          href={auditHref(query, { [key]: undefined })}
          prefetch={false}
          aria-label={t('drop', { what })}
        >
          {what} <span aria-hidden="true">✕</span>
        </Link>
      ))}
      <search className={list.find}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            const text = new FormData(event.currentTarget).get('q')
            if (typeof text === 'string') router.push(auditHref(query, readSearch(text)))
            event.currentTarget.reset()
          }}
        >
          <input
            id={SEARCH_FIELD}
            name="q"
            placeholder={t('findHint')}
            aria-label={t('find')}
            onKeyDown={(event) => {
              if (event.key === 'Escape') event.currentTarget.blur()
            }}
          />
          <kbd>/</kbd>
        </form>
      </search>
    </div>
  )
}
