import { z } from 'zod'
import { hrefWith, word } from '../frame/query.ts'

/** A run's page as its address says: the moment it is set to, and what is shown beside the graph. */
export const runQuerySchema = z.object({
  checkpoint: word(),
  tab: z.enum(['state', 'changes', 'attempts', 'cost', 'reviews', 'lineage']).catch('state'),
  node: word(),
  /** Namespace of the subgraph whose own history is shown. */
  inside: word(),
  /** The checkpoint that the one shown is compared with; left out: its parent. */
  with: word(),
})
export type RunQuery = z.infer<typeof runQuerySchema>

/** The page of a run, changed in one respect. */
export function runHref(run: string, query: RunQuery, change: Partial<RunQuery> = {}): string {
  const { checkpoint, tab, node, inside, with: other } = { ...query, ...change }
  return hrefWith(`/runs/${run}`, { checkpoint, tab: tab === 'state' ? undefined : tab, node, inside, with: other })
}

/** The list of runs as its address says. */
export const runsQuerySchema = z.object({
  status: z.enum(['running', 'waiting', 'parked', 'done', 'aborted', 'cancelled']).optional().catch(undefined),
  graph: word(),
  /** Replays instead of runs. */
  replays: z.literal('1').optional().catch(undefined),
  /** Parked runs by what stopped them. */
  by: z.literal('reason').optional().catch(undefined),
  q: word(),
  after: word(500),
})
export type RunsQuery = z.infer<typeof runsQuerySchema>

/** The list of runs narrowed further or wider; always from its first page. */
export function runsHref(query: RunsQuery, change: Partial<RunsQuery> = {}): string {
  const { status, graph, replays, by, q } = { ...query, ...change }
  return hrefWith('/runs', { status, graph, replays, by: status === 'parked' ? by : undefined, q, after: change.after })
}
