import {
  countCheckpointsOf,
  findHistoryRow,
  findRun,
  type HistoryRow,
  listEditsThatMade,
  listForksAt,
  listHistory,
  type RunRow,
} from '@countersign/db'
import type { ClientContext } from '../context.ts'
import { checkId, notFound } from '../not-found.ts'
import { parseInput } from '../parse-input.ts'
import type { Page } from '../schemas/page.ts'
import { type Cause, type HistoryEntry, type HistoryFilter, historyFilterSchema } from '../schemas/time-travel.ts'
import { checkText } from '../storable.ts'
import { describeRows } from './describe-history.ts'
import { isPlumbing } from './plumbing.ts'

/**
 * A page of the checkpoints of a run, newest first, or with `namespace` of one of its subgraphs: what caused each, what it changed and how
 * much it wrote. Loads no value, so the size of the state does not matter. Throws `not_found` for the run, `invalid_input`.
 */
export async function getHistory(context: ClientContext, run: string, filter: HistoryFilter = {}): Promise<Page<HistoryEntry>> {
  const { tenant, database } = context
  const { namespace = '', checkpoint, ...page } = parseInput(historyFilterSchema, filter)
  checkText('The filter', `${namespace}${checkpoint ?? ''}`)
  checkId('run', run)
  const row = await findRun(database.db, { tenant, run })
  if (row === null) throw notFound('run', run)
  if (checkpoint !== undefined) {
    const one = await findHistoryRow(database.db, { tenant, run, namespace, checkpoint })
    return { items: one === null ? [] : await describe(context, row, [one]), next: null }
  }
  const { items: rows, next } = await listHistory(database.db, { ...page, tenant, run, namespace })
  return { items: rows.length === 0 ? [] : await describe(context, row, rows), next }
}

async function describe(context: ClientContext, run: RunRow, rows: HistoryRow[]): Promise<HistoryEntry[]> {
  const { tenant, database } = context
  const where = { tenant, run: run.id, checkpoints: rows.map(({ id }) => id) }
  const namespaces = rows.flatMap(subgraphsOf).map(({ namespace }) => namespace)
  const [views, forks, edits, counts] = await Promise.all([
    describeRows(context, run, rows),
    listForksAt(database.db, where),
    listEditsThatMade(database.db, where),
    countCheckpointsOf(database.db, { tenant, run: run.id, namespaces }),
  ])
  const editors = new Map(edits.map((edit) => [edit.made, edit]))
  return rows.flatMap((row, index): HistoryEntry[] => {
    const view = views[index]
    if (!view) return []
    const subgraphs = subgraphsOf(row).map((one) => ({ ...one, checkpoints: counts.get(one.namespace) ?? 0 }))
    return [
      {
        ...view,
        cause: causeOf(row, run, editors.get(row.id)),
        changed: changedBy(row),
        bytes: row.bytes,
        subgraphs: subgraphs.filter(({ checkpoints }) => checkpoints > 0),
        forks: [...new Set(forks.filter(({ checkpoint }) => checkpoint === row.id).map((fork) => fork.run))],
      },
    ]
  })
}

/** Where a subgraph that ran as one of the next tasks would keep its own checkpoints. */
const subgraphsOf = ({ namespace, tasks }: HistoryRow): { namespace: string; node: string }[] =>
  tasks.map(({ id, node }) => ({ namespace: `${namespace === '' ? '' : `${namespace}|`}${node}:${id}`, node }))

function causeOf({ source, migrated }: HistoryRow, run: RunRow, edit: { by: string; reason: string | null } | undefined): Cause {
  if (edit) return { kind: 'edit', by: edit.by, reason: edit.reason }
  if (migrated) return { kind: 'migrate', by: null, reason: `${migrated.from} → ${migrated.to}` }
  if (source === 'input') return { kind: 'input', by: run.createdBy, reason: null }
  if (source === 'fork') return { kind: 'fork', by: run.createdBy, reason: run.fork?.reason ?? null }
  return { kind: source === 'update' ? 'edit' : 'loop', by: null, reason: null }
}

function changedBy({ versions, parentVersions }: HistoryRow): string[] {
  if (parentVersions === null) return []
  const changed = Object.entries(versions).filter(([channel, version]) => !isPlumbing(channel) && parentVersions[channel] !== version)
  return changed.map(([channel]) => channel).toSorted()
}
