import type pg from 'pg'
import type { GraphDrawing } from '../schema/runs.ts'

/** Makes a graph known to callers: they start and draw it from here. Registering the same version again refreshes its drawing. */
export async function registerGraph(pool: pg.Pool, graph: { name: string; version: string; drawing: GraphDrawing }): Promise<void> {
  await pool.query(
    `insert into countersign.graphs (name, version, drawing) values ($1, $2, $3)
     on conflict (name, version) do update set drawing = excluded.drawing, registered_at = now()`,
    [graph.name, graph.version, JSON.stringify(graph.drawing)],
  )
}
