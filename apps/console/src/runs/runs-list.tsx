'use client'

import type { RunSummary } from '@countersign/client'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { RelativeTime } from '../frame/clock.tsx'
import { CopyCommand } from '../frame/copy-command.tsx'
import list from '../frame/list.module.css'
import { ListPages } from '../frame/list-pages.tsx'
import { ListSearch } from '../frame/list-search.tsx'
import { StateChip } from '../frame/state-chip.tsx'
import { useRows } from '../frame/use-rows.ts'
import { type RunsQuery, runsHref } from './run-query.ts'

const STATUSES = ['running', 'waiting', 'parked', 'done', 'cancelled', 'aborted'] as const

function whereItStands(run: RunSummary): string {
  if (run.error && run.status === 'parked') return `${run.error.node ?? ''}: ${run.error.message}`
  return run.next.join(', ')
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
        <StateChip state={run.status} />
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
  if (query.status || query.q || query.graph) {
    return (
      <div className="empty">
        <b>No run matches this filter</b>
        <Link className="btn" href="/runs" prefetch={false}>
          Show all runs
        </Link>
      </div>
    )
  }
  return (
    <div className="empty">
      <b>Nothing has run yet</b>
      <p>A run begins when a document comes in or a graph is started:</p>
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
  const router = useRouter()
  const { selected } = useRows(
    runs.map((run) => `/runs/${run.id}`),
    'runs-text',
  )
  return (
    <main className={list.page}>
      <h1 className="hidden">Runs</h1>
      <div className={list.filters}>
        <Link
          className={list.pill}
          href={runsHref(query, { status: undefined })}
          prefetch={false}
          aria-current={query.status ? undefined : 'true'}
        >
          All
        </Link>
        {STATUSES.map((status) => (
          <Link
            key={status}
            className={list.pill}
            href={runsHref(query, { status: query.status === status ? undefined : status })}
            prefetch={false}
            aria-current={query.status === status ? 'true' : undefined}
          >
            {status}
          </Link>
        ))}
        {graphs.length > 1 && (
          <select
            className={list.pill}
            aria-label="Graph"
            value={query.graph ?? ''}
            onChange={(event) => router.push(runsHref(query, { graph: event.target.value || undefined }))}
          >
            <option value="">any graph</option>
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
        <table className={list.table} aria-label="Runs">
          <thead className="hidden">
            <tr>
              {['Run', 'State', 'Where it stands', 'Graph', 'By', 'Started'].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {runs.map((run, index) => (
              <Row key={run.id} run={run} index={index} selected={index === selected} />
            ))}
          </tbody>
        </table>
      )}
      <ListPages
        first={query.after ? runsHref(query) : null}
        next={next && runsHref(query, { after: next })}
        words={{ first: 'Back to the newest', next: 'Older ones' }}
      />
    </main>
  )
}
