import type { Statement } from './attempt-scope.ts'

/** Rows as PostgresSaver makes them: thread, namespace, channel, version, type, blob. */
export type BlobRow = [string, string, string, string, string, Uint8Array | undefined]
/** Rows as PostgresSaver makes them: thread, namespace, checkpoint, task, index, channel, type, blob. */
export type WriteRow = [string, string, string, string, number, string, string, Uint8Array]

/** A checkpoint and the values that are new in it, in one statement. PostgresSaver's semantics: values are never overwritten. */
export function checkpointStatement(
  schema: string,
  blobs: BlobRow[],
  row: [string, string, string, string | undefined, object, object],
): Statement {
  const insert = `insert into "${schema}".checkpoints (thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, checkpoint, metadata)
    values ($1, $2, $3, $4, $5, $6)
    on conflict (thread_id, checkpoint_ns, checkpoint_id) do update set checkpoint = excluded.checkpoint, metadata = excluded.metadata`
  if (blobs.length === 0) return { name: `put-checkpoint-${schema}`, text: insert, values: row }
  const text = `with blobs as (
      insert into "${schema}".checkpoint_blobs (thread_id, checkpoint_ns, channel, version, type, blob)
      values ${placeholders(blobs, row.length)}
      on conflict (thread_id, checkpoint_ns, channel, version) do nothing
    ) ${insert}`
  return { name: nameBySize(`put-checkpoint-${schema}`, blobs), text, values: [...row, ...blobs.flat()] }
}

/** Pending writes in one statement; `replace` for those of which a task has one each (interrupt, resume). */
export function writesStatement(schema: string, rows: WriteRow[], { replace }: { replace: boolean }): Statement {
  const onConflict = replace ? 'do update set channel = excluded.channel, type = excluded.type, blob = excluded.blob' : 'do nothing'
  const text = `insert into "${schema}".checkpoint_writes (thread_id, checkpoint_ns, checkpoint_id, task_id, idx, channel, type, blob)
    values ${placeholders(rows, 0)}
    on conflict (thread_id, checkpoint_ns, checkpoint_id, task_id, idx) ${onConflict}`
  return { name: nameBySize(`${replace ? 'replace' : 'put'}-writes-${schema}`, rows), text, values: rows.flat() }
}

/** A pending write that did not come from a task's run, after those that are there. */
export function injectedWriteStatement(
  schema: string,
  values: [thread: string, checkpoint: string, task: string, channel: string, type: string, blob: Uint8Array],
): Statement {
  const table = `"${schema}".checkpoint_writes`
  const text = `insert into ${table} (thread_id, checkpoint_ns, checkpoint_id, task_id, idx, channel, type, blob)
    select $1, '', $2, $3, coalesce(max(idx), -1) + 1, $4, $5, $6 from ${table}
     where thread_id = $1 and checkpoint_ns = '' and checkpoint_id = $2 and task_id = $3 and idx >= 0`
  return { text, values }
}

/** Small sizes come again and again and are prepared; large ones are not worth a plan that is kept. */
const nameBySize = (name: string, rows: readonly unknown[]) => (rows.length <= 12 ? `${name}-${rows.length}` : undefined)

function placeholders(rows: readonly unknown[][], offset: number): string {
  let next = offset
  return rows.map((row) => `(${row.map(() => `$${++next}`).join(', ')})`).join(', ')
}
