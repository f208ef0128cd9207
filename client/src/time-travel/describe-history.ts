import { type AttemptedTask, type HistoryRow, listAttemptedTasks, type RunRow } from '@countersign/db'
import type { ClientContext } from '../context.ts'
import type { CheckpointView } from '../types.ts'

/** Rows of a history as checkpoints: which nodes' writes each holds, and which run next from it. */
export async function describeRows({ tenant, database }: ClientContext, run: RunRow, rows: HistoryRow[]): Promise<CheckpointView[]> {
  const checkpoints = [...new Set(rows.flatMap(({ id, parent }) => (parent === null ? [id] : [id, parent])))]
  const attempted = await listAttemptedTasks(database.db, { tenant, run: run.id, checkpoints })
  return rows.map((row) => ({
    id: row.id,
    parent: row.parent,
    step: row.step,
    source: row.source,
    nodes: nodesOf(row, attempted),
    next: nextOf(row, run, attempted),
    at: row.at,
  }))
}

/** LangGraph says of each node which versions it saw; tasks made by Send leave no trace there, but their attempts do. */
function nodesOf({ source, parent, seen, parentSeen, namespace }: HistoryRow, attempted: AttemptedTask[]): string[] {
  const nodes = new Set<string>()
  for (const [node, versions] of Object.entries(seen)) {
    const before = parentSeen?.[node] ?? {}
    const isNew = source === 'loop' && Object.entries(versions).some(([channel, version]) => before[channel] !== version)
    if (isNew && !node.startsWith('__')) nodes.add(node)
  }
  if (source === 'loop' && namespace === '')
    for (const { checkpoint, node, status } of attempted) if (checkpoint === parent && status === 'done') nodes.add(node)
  return [...nodes].toSorted()
}

function nextOf({ id, tasks, namespace }: HistoryRow, run: RunRow, attempted: AttemptedTask[]): string[] {
  if (namespace === '' && id === run.checkpoint) return run.next
  const sent = namespace === '' ? attempted.filter(({ checkpoint }) => checkpoint === id).map(({ node }) => node) : []
  const nodes = [...tasks.map(({ node }) => node), ...sent].filter((node) => !node.startsWith('__'))
  return [...new Set(nodes)].toSorted()
}
