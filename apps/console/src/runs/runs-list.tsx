'use client'

import type { RunSummary } from '@countersign/client'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl/react'
import { RelativeTime } from '../frame/clock.tsx'
import { CopyCommand } from '../frame/copy-command.tsx'
import list from '../frame/list.module.css'
import { ListPages } from '../frame/list-pages.tsx'
import { ListSearch } from '../frame/list-search.tsx'
import { ListTable } from '../frame/list-table.tsx'
import { StateChip, standing } from '../frame/state-chip.tsx'
import { useRows } from '../frame/use-rows.ts'
import { type RunsQuery, runsHref } from './run-query.ts'

const STATUSES = ['running', 'waiting', 'parked', 'done', 'cancelled', 'aborted'] as const
const COLUMNS = ['run', 'state', 'where', 'graph', 'by', 'started'] as const

function whereItStands(run: RunSummary): string {
  if (run.error && run.status === 'parked') return `${run.error.node ?? ''}: ${run.error.message}`
  return run.partial ?? run.next.join(', ')
}

function Row({ run, index, selected }: { run: RunSummary; index: number; selected: boolean }) {
  return (
    <tr data-row={index} data-selected={selected || undefined}>
      <td>
        <Link className={list.open} href={`/runs/${run.id}`} prefetch={false}>
          {run.title}
        </Link>
      </td>
      <td>
        <StateChip state={standing(run)} />
      </td>
      <td className="dim">{whereItStands(run)}</td>
      <td className="dim" data-narrow="">
        {run.graph} v{run.version}
      </td>
      <td className="dim" data-narrow="">
        {run.createdBy}
      </td>
      <td className="dim num">
        <RelativeTime at={run.createdAt} />
      </td>
    </tr>
  )
}

function Empty({ query }: { query: RunsQuery }) {
  const t = useTranslations('runs.list')
  if (query.status || query.q || query.graph) {
    return (
      <div className="empty">
        <b>{t('noMatch')}</b>
        <Link className="btn" href="/runs" prefetch={false}>
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
  query: RunsQuery
  runs: RunSummary[]
  next: string | null
  graphs: string[]
}

/** All runs, newest first; filters are in the address. */
export function RunsList({ query, runs, next, graphs }: Props) {
  const t = useTranslations('runs.list')
  const states = useTranslations('frame.state')
  const router = useRouter()
  const { selected } = useRows(
    runs.map((run) => `/runs/${run.id}`),
    'runs-text',
  )
  return (
    <main className={list.page}>
      <h1 className="hidden">{t('title')}</h1>
      <div className={list.filters}>
        <Link
          className={list.pill}
          href={runsHref(query, { status: undefined })}
          prefetch={false}
          aria-current={query.status ? undefined : 'true'}
        >
          {t('all')}
        </Link>
        {STATUSES.map((status) => (
          <Link
            key={status}
            className={list.pill}
            href={runsHref(query, { status: query.status === status ? undefined : status })}
            prefetch={false}
            aria-current={query.status === status ? 'true' : undefined}
          >
            {states(status)}
          </Link>
        ))}
        {graphs.length > 1 && (
          <select
            className={list.pill}
            aria-label={t('graph')}
            value={query.graph ?? ''}
            onChange={(event) => router.push(runsHref(query, { graph: event.target.value || undefined }))}
          >
            <option value="">{t('anyGraph')}</option>
            {graphs.map((graph) => (
              <option key={graph}>{graph}</option>
            ))}
          </select>
        )}
        <ListSearch id="runs-text" value={query.q} onSearch={(q) => router.push(runsHref(query, { q }))} />
      </div>
      {runs.length === 0 ? (
        <Empty query={query} />
      ) : (
        <ListTable label={t('title')} heads={COLUMNS.map((key) => ({ key, word: t(`columns.${key}`) }))}>
          {runs.map((run, index) => (
            <Row key={run.id} run={run} index={index} selected={index === selected} />
          ))}
        </ListTable>
      )}
      <ListPages
        first={query.after ? runsHref(query) : null}
        next={next && runsHref(query, { after: next })}
        words={{ first: t('newest'), next: t('older') }}
      />
    </main>
  )
}
