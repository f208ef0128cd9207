import type { Checkpoint } from '@langchain/langgraph-checkpoint'
import type { Statement } from './attempt-scope.ts'

export interface HeadRow {
  checkpoint: Omit<Checkpoint, 'channel_values'>
  id: string
  parent: string | null
  metadata: Record<string, unknown>
  /** The bytes in base64; null where the channel is empty. */
  values: [channel: string, type: string, blob: string | null][] | null
  writes: [task: string, channel: string, type: string, blob: string][] | null
}

/**
 * A checkpoint of a thread's root namespace, as PostgresSaver reads it but for two things. It is asked for by its id and not as the
 * newest: ids tell the time of the worker that made them, whose clock may be wrong. Bytes come within JSON, because `pg`
 * reads an array of bytea character by character, which blocks the worker for a second per 10 MB of state. And where `tasks` are given,
 * only their pending writes come: those of a wide superstep hold all that its other tasks brought.
 */
export function headStatement(schema: string, thread: string, checkpoint: string, tasks: string[] | null): Statement {
  const text = `select cp.checkpoint, cp.checkpoint_id as id, cp.parent_checkpoint_id as parent, cp.metadata,
      (select json_agg(json_build_array(bl.channel, bl.type, encode(bl.blob, 'base64')))
         from jsonb_each_text(cp.checkpoint -> 'channel_versions') v
         join "${schema}".checkpoint_blobs bl
           on bl.thread_id = cp.thread_id and bl.checkpoint_ns = cp.checkpoint_ns and bl.channel = v.key and bl.version = v.value
      ) as values,
      (select json_agg(json_build_array(cw.task_id, cw.channel, cw.type, encode(cw.blob, 'base64')) order by cw.task_id, cw.idx)
         from "${schema}".checkpoint_writes cw
        where cw.thread_id = cp.thread_id and cw.checkpoint_ns = cp.checkpoint_ns and cw.checkpoint_id = cp.checkpoint_id
              ${tasks ? 'and cw.task_id = any($3)' : ''}
      ) as writes
    from "${schema}".checkpoints cp
   where cp.thread_id = $1 and cp.checkpoint_ns = '' and cp.checkpoint_id = $2`
  return tasks
    ? { name: `narrow-head-${schema}`, text, values: [thread, checkpoint, tasks] }
    : { name: `head-${schema}`, text, values: [thread, checkpoint] }
}

/** Values as PostgresSaver takes them from its own query. */
export const blobsOf = ({ values }: HeadRow): [Uint8Array, Uint8Array, Uint8Array][] =>
  (values ?? []).map(([channel, type, blob]) => [Buffer.from(channel), Buffer.from(type), Buffer.from(blob ?? '', 'base64')])

/** Pending writes as PostgresSaver takes them from its own query. */
export const writesOf = ({ writes }: HeadRow): [Uint8Array, Uint8Array, Uint8Array, Uint8Array][] =>
  (writes ?? []).map(([task, channel, type, blob]) => [
    Buffer.from(task),
    Buffer.from(channel),
    Buffer.from(type),
    Buffer.from(blob, 'base64'),
  ])
