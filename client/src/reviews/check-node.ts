import { findGraph, findRun, type ReviewRow } from '@countersign/db'
import { CountersignError, said } from '@countersign/workflows/contract'
import type { ClientContext } from '../context.ts'

/** Throws `invalid_decision` where the graph of the review's run has no such node to go on with. */
export async function checkNode({ tenant, database: { db } }: ClientContext, review: ReviewRow, node: string): Promise<void> {
  const run = await findRun(db, { tenant, run: review.run })
  const graph = run && (await findGraph(db, { name: run.graph, version: run.version }))
  const nodes = graph?.drawing.nodes.filter(({ kind }) => kind !== 'start').map(({ id }) => id) ?? []
  if (nodes.includes(node)) return
  const why = said('decide.noNode', { node: node.slice(0, 100), nodes })
  throw new CountersignError('invalid_decision', why, { issues: [{ path: 'node', message: why.english }] })
}
