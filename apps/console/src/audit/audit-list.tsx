'use client'

import type { AuditEntryView } from '@countersign/client'
import Link from 'next/link'
import { useTranslations } from 'use-intl/react'
import { RelativeTime } from '../frame/clock.tsx'
import { CopyCommand } from '../frame/copy-command.tsx'
import list from '../frame/list.module.css'
import { ListPages } from '../frame/list-pages.tsx'
import { ListTable } from '../frame/list-table.tsx'
import { useRows } from '../frame/use-rows.ts'
import styles from './audit.module.css'
import { AuditFilters, SEARCH_FIELD } from './audit-filters.tsx'
import { type AuditQuery, auditHref } from './audit-query.ts'
import { useSentence } from './use-sentence.ts'
import { VerifyLog } from './verify-log.tsx'

const COLUMNS = ['event', 'seal', 'about', 'at'] as const

/** Who acts where no person does. */
const MACHINES = ['engine', 'deadline', 'sign-in'] as const
const isMachine = (actor: string): actor is (typeof MACHINES)[number] => MACHINES.some((one) => one === actor)

function hrefOf({ review, run, document }: AuditEntryView): string | null {
  if (review !== null) return `/reviews/${review}`
  if (run !== null) return `/runs/${run}`
  return document === null ? null : `/documents/${document}`
}

function Row({ entry, index, selected }: { entry: AuditEntryView; index: number; selected: boolean }) {
  const t = useTranslations('audit')
  const sentence = useSentence()
  const href = hrefOf(entry)
  const words = (
    <>
      <b>{isMachine(entry.actor) ? t(`actors.${entry.actor}`) : entry.actor}</b> {sentence(entry)}
    </>
  )
  return (
    <tr data-row={index} data-selected={selected || undefined}>
      <td className={styles.what}>
        {href === null ? (
          words
        ) : (
          <Link className={list.open} href={href} prefetch={false}>
            {words}
          </Link>
        )}
      </td>
      <td className="dim num" title={entry.position === null ? t('unsealedHint') : t('sealedHint', { position: entry.position })}>
        {entry.position === null ? t('unsealed') : t('sealed', { position: entry.position })}
      </td>
      <td className="dim">{entry.title}</td>
      <td className="dim num">
        <RelativeTime at={entry.at} />
      </td>
    </tr>
  )
}

function Empty({ narrowed }: { narrowed: boolean }) {
  const t = useTranslations('audit')
  if (narrowed) {
    return (
      <div className="empty">
        <b>{t('noMatch')}</b>
        <Link className="btn" href="/audit" prefetch={false}>
          {t('showAll')}
        </Link>
      </div>
    )
  }
  return (
    <div className="empty">
      <b>{t('nothing')}</b>
      <p>{t('begins')}</p>
      <CopyCommand command="npx countersign ingest examples/documents/*" />
    </div>
  )
}

interface Props {
  query: AuditQuery
  entries: AuditEntryView[]
  next: string | null
  mayVerify: boolean
}

/** Who did what, newest first; filters are in the address. */
export function AuditList({ query, entries, next, mayVerify }: Props) {
  const t = useTranslations('audit')
  const { selected } = useRows(
    entries.map((entry) => hrefOf(entry) ?? ''),
    SEARCH_FIELD,
  )
  const narrowed = [query.event, query.actor, query.review, query.run].some((one) => one !== undefined)
  return (
    <main className={list.page}>
      <h1 className="hidden">{t('title')}</h1>
      <AuditFilters query={query} />
      {mayVerify && <VerifyLog />}
      {entries.length === 0 ? (
        <Empty narrowed={narrowed} />
      ) : (
        <ListTable label={t('count')} heads={COLUMNS.map((key) => ({ key, word: t(`columns.${key}`) }))}>
          {entries.map((entry, index) => (
            <Row key={entry.seq} entry={entry} index={index} selected={index === selected} />
          ))}
        </ListTable>
      )}
      <ListPages
        first={query.after ? auditHref(query) : null}
        next={next && auditHref(query, { after: next })}
        words={{ first: t('newest'), next: t('older') }}
      />
    </main>
  )
}
