import { randomBytes } from 'node:crypto'
import type pg from 'pg'

export const RUN = { tenant: 'acme', id: 'r_long', steps: 3_000, megabytes: 10 }

/** The id of the checkpoint of a step: as LangGraph makes them, a later one is greater. */
export const checkpointOf = (step: number): string => `1f000000-0000-6000-8000-${(step + 1).toString(16).padStart(12, '0')}`

const NODES = ['plan', 'act', 'look']
const nodeOf = (step: number): string => NODES[step % NODES.length] ?? ''

/**
 * One run of 3,000 steps whose state is 10 MB from its first step on, as LangGraph's saver leaves it: an agent that takes turns between
 * three nodes, keeps a large collection, and writes a note at every step.
 */
export async function fillRun(pool: pg.Pool): Promise<void> {
  const { tenant, id, steps, megabytes } = RUN
  const drawing = { nodes: NODES.map((node) => ({ id: node, kind: 'node' })), edges: [], mermaid: '' }
  await pool.query(`insert into countersign.graphs (name, version, drawing) values ('long', '1', $1)`, [JSON.stringify(drawing)])
  await pool.query(
    `insert into countersign.runs (id, tenant, graph, version, title, status, input, checkpoint, step, next, created_by)
     values ($1, $2, 'long', '1', 'Long', 'done', '{}', $3, $4, '{}', 'ana')`,
    [id, tenant, checkpointOf(steps), steps],
  )
  // Random, so that it stays as large as it is.
  const parts = Array.from({ length: megabytes * 10 }, () => randomBytes(50_000).toString('hex'))
  await insertBlob(pool, 'collection', 1, JSON.stringify(parts))
  for (let step = -1; step <= steps; step += 500) await fillSteps(pool, step, Math.min(steps, step + 499))
  await pool.query('analyze')
}

async function insertBlob(pool: pg.Pool, channel: string, version: number, json: string): Promise<void> {
  await pool.query(
    `insert into langgraph.checkpoint_blobs (thread_id, checkpoint_ns, channel, version, type, blob) values ($1, '', $2, $3, 'json', $4)`,
    [RUN.id, channel, String(version), Buffer.from(json)],
  )
}

async function fillSteps(pool: pg.Pool, first: number, last: number): Promise<void> {
  const rows = Array.from({ length: last - first + 1 }, (_, index) => first + index).map((step) => ({
    id: checkpointOf(step),
    parent: step < 0 ? null : checkpointOf(step - 1),
    checkpoint: checkpointAt(step),
    metadata: { source: step < 0 ? 'input' : 'loop', step, parents: {} },
    note: JSON.stringify(`what was found at step ${step}`.padEnd(2_000, '.')),
    next: nodeOf(step),
    version: step + 2,
  }))
  const json = JSON.stringify(rows)
  await pool.query(
    `insert into langgraph.checkpoints (thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, checkpoint, metadata)
     select $1, '', x.id, x.parent, x.checkpoint, x.metadata
       from jsonb_to_recordset($2::jsonb) x (id text, parent text, checkpoint jsonb, metadata jsonb)`,
    [RUN.id, json],
  )
  await pool.query(
    `insert into langgraph.checkpoint_blobs (thread_id, checkpoint_ns, channel, version, type, blob)
     select $1, '', y.channel, x.version, y.type, y.blob
       from jsonb_to_recordset($2::jsonb) x (note text, next text, version text)
       cross join lateral (values
         ('note', 'json', convert_to(x.note, 'UTF8')), ('branch:to:' || x.next, 'json', convert_to('null', 'UTF8'))) y (channel, type, blob)
     on conflict do nothing`,
    [RUN.id, json],
  )
  await pool.query(
    `insert into countersign.attempts
            (tenant, run, checkpoint, task, fence, token, node, step, activity, activity_attempt, worker, status, finished_at)
     select $3, $1, x.id, 'task-' || x.version, 1, 't', x.next, x.version::int, 'a', 1, 'w', 'done', now()
       from jsonb_to_recordset($2::jsonb) x (id text, next text, version text)`,
    [RUN.id, json, RUN.tenant],
  )
}

/** Versions count up with the steps; a node has seen what started it. Fifty more keys have not changed since the first step. */
function checkpointAt(step: number): object {
  const version = step + 2
  const branches = NODES.map((node, index): [string, number] => [`branch:to:${node}`, version - ((step - index + 3) % 3)])
  const seen = branches.map(([channel, at]) => [channel.slice('branch:to:'.length), { [channel]: at === version ? at - 3 : at }])
  const others = Array.from({ length: 50 }, (_, index): [string, number] => [`key${index}`, 1])
  return {
    v: 4,
    id: checkpointOf(step),
    ts: new Date(Date.UTC(2026, 0, 1) + step * 1_000).toISOString(),
    channel_versions: { ...Object.fromEntries(others), ...Object.fromEntries(branches), collection: 1, note: version },
    versions_seen: Object.fromEntries([...seen, ['__input__', {}]]),
  }
}
