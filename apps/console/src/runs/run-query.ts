import { z } from 'zod'
import { hrefWith, word } from '../frame/query.ts'

/** A run's page as its address says: the moment it is set to, and what is shown beside the graph. */
export const runQuerySchema = z.object({
  checkpoint: word(),
  tab: z.enum(['state', 'changes', 'attempts', 'cost', 'reviews']).catch('state'),
  node: word(),
})
export type RunQuery = z.infer<typeof runQuerySchema>

/** The page of a run, changed in one respect. */
export function runHref(run: string, query: RunQuery, change: Partial<RunQuery> = {}): string {
  const { checkpoint, tab, node } = { ...query, ...change }
  return hrefWith(`/runs/${run}`, { checkpoint, tab: tab === 'state' ? undefined : tab, node })
}

/** The list of runs as its address says. */
export const runsQuerySchema = z.object({
  status: z.enum(['running', 'waiting', 'parked', 'done', 'aborted', 'cancelled']).optional().catch(undefined),
  graph: word(),
  q: word(),
  after: word(500),
})
export type RunsQuery = z.infer<typeof runsQuerySchema>

/** The list of runs narrowed further or wider; always from its first page. */
export function runsHref(query: RunsQuery, change: Partial<RunsQuery> = {}): string {
  const { status, graph, q } = { ...query, ...change }
  return hrefWith('/runs', { status, graph, q, after: change.after })
}
