'use client'

import type { DocumentView } from '@countersign/client'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { RelativeTime } from '../frame/clock.tsx'
import { CopyCommand } from '../frame/copy-command.tsx'
import list from '../frame/list.module.css'
import { ListPages } from '../frame/list-pages.tsx'
import { ListSearch } from '../frame/list-search.tsx'
import { StateChip } from '../frame/state-chip.tsx'
import { useRows } from '../frame/use-rows.ts'
import { describeSize } from './describe-size.ts'
import { type DocumentsQuery, documentsHref } from './documents-query.ts'

function Row({ document, index, selected }: { document: DocumentView; index: number; selected: boolean }) {
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
      <td className="dim">{document.indexedAt ? `${document.chunks.toLocaleString('en')} pieces searchable` : 'not searchable yet'}</td>
      <td className="dim" data-narrow="">
        {document.documentType ?? document.kind}
      </td>
      <td className="dim num" data-narrow="">
        {describeSize(document.bytes)}
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
  const router = useRouter()
  const { selected } = useRows(
    documents.map((document) => `/documents/${document.id}`),
    'documents-text',
  )
  return (
    <main className={list.page}>
      <h1 className="hidden">Documents</h1>
      <div className={list.filters}>
        <ListSearch id="documents-text" value={query.q} onSearch={(q) => router.push(documentsHref({ q }))} />
      </div>
      {documents.length === 0 ? (
        <div className="empty">
          <b>{query.q ? 'No document has this in its name' : 'No document has come in yet'}</b>
          {!query.q && <CopyCommand command="npx countersign ingest examples/documents/*" />}
        </div>
      ) : (
        <table className={list.table} aria-label="Documents">
          <thead className="hidden">
            <tr>
              {['Document', 'Checked', 'Search', 'Type', 'Size', 'Came in'].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {documents.map((document, index) => (
              <Row key={document.id} document={document} index={index} selected={index === selected} />
            ))}
          </tbody>
        </table>
      )}
      <ListPages
        first={query.after ? documentsHref({ q: query.q }) : null}
        next={next && documentsHref({ q: query.q, after: next })}
        words={{ first: 'Back to the newest', next: 'Older ones' }}
      />
    </main>
  )
}
