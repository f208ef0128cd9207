import { type Database, schema } from '@countersign/db'

/** Registers a graph with its nodes and the schema of its state, as a worker does. */
export async function registerStates(
  database: Database,
  { name, version, nodes, keys }: { name: string; version: string; nodes: string[]; keys: Record<string, unknown> },
): Promise<void> {
  const drawing = { nodes: nodes.map((id) => ({ id, kind: 'node' as const })), edges: [], mermaid: '' }
  await database.db.insert(schema.graphs).values({ name, version, drawing, stateSchema: { type: 'object', properties: keys } })
}
