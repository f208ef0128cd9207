'use client'

import type { DocumentView } from '@countersign/client'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl/react'
import { RelativeTime } from '../frame/clock.tsx'
import { CopyCommand } from '../frame/copy-command.tsx'
import list from '../frame/list.module.css'
import { ListPages } from '../frame/list-pages.tsx'
import { ListSearch } from '../frame/list-search.tsx'
import { ListTable } from '../frame/list-table.tsx'
import { StateChip } from '../frame/state-chip.tsx'
import { useRows } from '../frame/use-rows.ts'
import { useTimes } from '../frame/use-times.ts'
import { describeSize } from './describe-size.ts'
import { type DocumentsQuery, documentsHref } from './documents-query.ts'

const HEADS = ['name', 'checked', 'search', 'type', 'size', 'cameIn'] as const

function Row({ document, index, selected }: { document: DocumentView; index: number; selected: boolean }) {
  const t = useTranslations('documents')
  const times = useTimes()
  return (
    <tr data-row={index} data-selected={selected || undefined}>
      <td>
        <Link className={list.open} href={`/documents/${document.id}`} prefetch={false}>
          {document.name}
        </Link>
      </td>
      <td>
        <StateChip state={document.vetted} />
      </td>
      <td className="dim">{document.indexedAt ? t('searchable', { count: document.chunks }) : t('notSearchable')}</td>
      <td className="dim" data-narrow="">
        {document.documentType ?? t(`kinds.${document.kind}`)}
      </td>
      <td className="dim num" data-narrow="">
        {describeSize(document.bytes, times)}
      </td>
      <td className="dim num">
        <RelativeTime at={document.createdAt} />
      </td>
    </tr>
  )
}

interface Props {
  query: DocumentsQuery
  documents: DocumentView[]
  next: string | null
}

/** All documents, newest first. */
export function DocumentsList({ query, documents, next }: Props) {
  const t = useTranslations('documents')
  const router = useRouter()
  const { selected } = useRows(
    documents.map((document) => `/documents/${document.id}`),
    'documents-text',
  )
  return (
    <main className={list.page}>
      <h1 className="hidden">{t('title')}</h1>
      <div className={list.filters}>
        <ListSearch id="documents-text" value={query.q} onSearch={(q) => router.push(documentsHref({ q }))} />
      </div>
      {documents.length === 0 ? (
        <div className="empty">
          <b>{t(query.q ? 'noMatch' : 'none')}</b>
          {!query.q && <CopyCommand command="npx countersign ingest examples/documents/*" />}
        </div>
      ) : (
        <ListTable label={t('title')} heads={HEADS.map((key) => ({ key, word: t(`head.${key}`) }))}>
          {documents.map((document, index) => (
            <Row key={document.id} document={document} index={index} selected={index === selected} />
          ))}
        </ListTable>
      )}
      <ListPages
        first={query.after ? documentsHref({ q: query.q }) : null}
        next={next && documentsHref({ q: query.q, after: next })}
        words={{ first: t('newest'), next: t('older') }}
      />
    </main>
  )
}
