'use client'

import type { RunSummary, StallView } from '@countersign/client'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
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
import { StallList } from './stall-notice.tsx'

const STATUSES = ['running', 'waiting', 'parked', 'done', 'cancelled', 'aborted'] as const
const COLUMNS = ['run', 'state', 'where', 'graph', 'by', 'started'] as const

function whereItStands(run: RunSummary): string {
  if (run.error && run.status === 'parked') return `${run.error.node ?? ''}: ${run.error.message}`
  return run.partial ?? run.next.join(', ')
}

function Row({ run, index, selected }: { run: RunSummary; index: number; selected: boolean }) {
  const t = useTranslations('runs.list')
  return (
    <tr data-row={index} data-selected={selected || undefined}>
      <td>
        <Link className={list.open} href={`/runs/${run.id}`} prefetch={false}>
          {run.title}
        </Link>
        {(run.sandbox || run.parentRun) && <span className="dim small"> {t(run.sandbox ? 'replay' : 'fork')}</span>}
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
  if (query.status || query.q || query.graph || query.replays) {
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
  /** Runs that nothing moves. */
  stalls: StallView[]
  /** What is shown instead of the list. */
  children?: ReactNode
}

/** Which state, which graph, replays or not, by name; parked ones also by what stopped them. */
function Filters({ query, graphs }: Pick<Props, 'query' | 'graphs'>) {
  const t = useTranslations('runs.list')
  const states = useTranslations('frame.state')
  const router = useRouter()
  const pill = (word: string, on: boolean, change: Partial<RunsQuery>) => (
    <Link key={word} className={list.pill} href={runsHref(query, change)} prefetch={false} aria-current={on ? 'true' : undefined}>
      {word}
    </Link>
  )
  return (
    <div className={list.filters}>
      {pill(t('all'), !query.status, { status: undefined })}
      {STATUSES.map((status) =>
        pill(states(status), query.status === status, { status: query.status === status ? undefined : status, by: undefined }),
      )}
      {pill(t('replays'), query.replays !== undefined, { replays: query.replays ? undefined : '1', by: undefined })}
      {graphs.length > 1 && !query.by && (
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
      {query.status === 'parked' && (
        <Link className={`btn tight ${list.view}`} href={runsHref(query, { by: query.by ? undefined : 'reason' })} prefetch={false}>
          {t(query.by ? 'asList' : 'byReason')}
        </Link>
      )}
      {!query.by && <ListSearch id="runs-text" value={query.q} onSearch={(q) => router.push(runsHref(query, { q }))} />}
    </div>
  )
}

function Table({ runs }: Pick<Props, 'runs'>) {
  const t = useTranslations('runs.list')
  const { selected } = useRows(
    runs.map((run) => `/runs/${run.id}`),
    'runs-text',
  )
  return (
    <ListTable label={t('title')} heads={COLUMNS.map((key) => ({ key, word: t(`columns.${key}`) }))}>
      {runs.map((run, index) => (
        <Row key={run.id} run={run} index={index} selected={index === selected} />
      ))}
    </ListTable>
  )
}

/** All runs, newest first; filters are in the address. */
export function RunsList({ query, runs, next, graphs, stalls, children }: Props) {
  const t = useTranslations('runs.list')
  return (
    <main className={list.page}>
      <h1 className="hidden">{t('title')}</h1>
      <Filters query={query} graphs={graphs} />
      <StallList stalls={stalls} />
      {children ?? (runs.length === 0 ? <Empty query={query} /> : <Table runs={runs} />)}
      <ListPages
        first={query.after ? runsHref(query) : null}
        next={next && runsHref(query, { after: next })}
        words={{ first: t('newest'), next: t('older') }}
      />
    </main>
  )
}
