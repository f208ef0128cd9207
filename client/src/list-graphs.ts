import { listGraphs as queryGraphs } from '@countersign/db'
import type { ClientContext } from './context.ts'
import { graphView } from './run-view.ts'
import type { GraphView } from './types.ts'

/** Every graph that a worker has registered, by name, the newest registration of each first. */
export async function listGraphs({ database }: ClientContext): Promise<GraphView[]> {
  return (await queryGraphs(database.db)).map(graphView)
}
