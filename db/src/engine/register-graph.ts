import type pg from 'pg'
import type { GraphDrawing } from '../schema/runs.ts'

export interface GraphRegistration {
  name: string
  version: string
  drawing: GraphDrawing
  /** JSON Schema of the state; its properties name every key. */
  stateSchema?: Record<string, unknown>
  /** Versions whose runs it takes over. */
  migratesFrom?: string[]
}

/** Makes a graph known to callers: they start and draw it from here. Registering the same version again refreshes what is known of it. */
export async function registerGraph(
  pool: pg.Pool,
  { name, version, drawing, stateSchema = {}, migratesFrom = [] }: GraphRegistration,
): Promise<void> {
  await pool.query(
    `insert into countersign.graphs (name, version, drawing, state_schema, migrates_from) values ($1, $2, $3, $4, $5)
     on conflict (name, version) do update set drawing = excluded.drawing, state_schema = excluded.state_schema,
       migrates_from = excluded.migrates_from, registered_at = now()`,
    [name, version, JSON.stringify(drawing), JSON.stringify(stateSchema), migratesFrom],
  )
}
