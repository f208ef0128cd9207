import type { CheckpointState, CheckpointView, CountersignClient, HistoryEntry, StateDiff } from '@countersign/client'
import type { RunQuery } from './run-query.ts'

/** A run's page at one moment. */
export interface RunMoment {
  state: CheckpointState
  /** The state that it is compared with: empty before the first checkpoint. */
  before: Record<string, unknown>
  entry: HistoryEntry | null
  /** What differs, where that is what is shown. */
  diff: StateDiff | null
}

const PAGE = 500
/** A subgraph with more checkpoints than this shows its newest. */
const MOST = 5_000

/** The history of a subgraph, oldest first. */
export async function readNested(client: CountersignClient, run: string, namespace: string): Promise<HistoryEntry[]> {
  const entries: HistoryEntry[] = []
  let after: string | undefined
  do {
    const page = await client.getHistory(run, { namespace, limit: PAGE, after })
    entries.push(...page.items)
    after = page.next ?? undefined
  } while (after !== undefined && entries.length < MOST)
  return entries.reverse()
}

/** All that the page says of one checkpoint. */
export async function readMoment(
  client: CountersignClient,
  { run, query, checkpoint }: { run: string; query: RunQuery; checkpoint: CheckpointView },
): Promise<RunMoment> {
  const { inside, with: other } = query
  const compared = other ?? checkpoint.parent
  const listed = query.tab === 'changes' && inside === undefined
  const [state, before, history, diff] = await Promise.all([
    client.getState(run, checkpoint.id, inside),
    compared && !listed ? client.getState(run, compared, inside).then(({ values }) => values) : {},
    client.getHistory(run, { checkpoint: checkpoint.id, limit: 1, ...(inside && { namespace: inside }) }),
    listed ? client.diffStates(run, { to: checkpoint.id, ...(other && { from: other }) }) : null,
  ])
  return { state, before, entry: history.items[0] ?? null, diff }
}
