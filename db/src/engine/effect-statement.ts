import type { AttemptRef, Statement } from '../checkpointer/attempt-scope.ts'

export interface RecordedEffect {
  node: string
  name: string
  /** Counts the effects of one attempt: the same effect of a repeated one takes its place. */
  ordinal: number
  data: unknown
}

/** Records what a replay would have written; to be held back with the attempt's other writes, so that it is committed with them. */
export const effectStatement = ({ tenant, run, task }: AttemptRef, { node, name, ordinal, data }: RecordedEffect): Statement => ({
  text: `insert into countersign.recorded_effects (tenant, run, task, node, name, ordinal, data) values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (run, task, ordinal) do update set node = excluded.node, name = excluded.name, data = excluded.data`,
  values: [tenant, run, task, node, name, ordinal, JSON.stringify(data ?? null)],
})
