import { type AttemptRef, attemptScope, type ClaimedRun, newAttemptScope } from '@countersign/db'
import { CountersignError } from '@countersign/workflows/contract'
import { type Checkpoint, type CheckpointMetadata, copyCheckpoint } from '@langchain/langgraph-checkpoint'
import type { EngineDeps } from './engine-deps.ts'
import type { GraphRegistry, RegisteredGraph } from './graph-registry.ts'

/** What must become of a run's state before it goes on: the version it was made by, and the graph that takes it over. */
interface Migration {
  from: string
  graph: RegisteredGraph
}

/** Null: the run is on a registered version, with a state of that version; or nobody takes it over. */
export function migrationOf(graphs: GraphRegistry, { graph: name, version, fork }: ClaimedRun): Migration | null {
  const own = graphs.find(name, version)
  if (!own) {
    const graph = graphs.successor(name, version)
    return graph ? { from: version, graph } : null
  }
  const from = fork?.parentVersion
  const isOther = from && from !== version && fork.migrated !== true && own.definition.migrate?.from.includes(from)
  return isOther ? { from, graph: own } : null
}

/**
 * The graph that a run goes on with: its own version; or, where that is gone, the one that takes it over, to which it is moved here. A
 * fork on another version than its parent has its state migrated likewise. Throws `graph_unknown` where nobody can take the run over.
 */
export async function graphOf(deps: EngineDeps, run: ClaimedRun, attempt: AttemptRef): Promise<RegisteredGraph> {
  const migration = migrationOf(deps.graphs, run)
  if (!migration) return deps.graphs.get(run.graph, run.version)
  const { graph, from } = migration
  const { name, version: to } = graph.definition
  const lacking = run.next.find((node) => !(node in graph.compiled.nodes))
  if (lacking !== undefined) {
    const message = `${name}@${to} takes over version ${from}, but has no node “${lacking}”, which is next in this run. Deploy a worker that has ${name}@${from}, or a version with that node, then retry.`
    throw new CountersignError('graph_unknown', message, { name, version: from, node: lacking })
  }
  const scope = newAttemptScope(attempt)
  const kept = run.head === '' ? null : idBefore(run.head)
  if (kept !== null) await attemptScope.run(scope, () => migrateHead(deps, migration, { run: attempt.run, kept }))
  await deps.store.migrate(scope, { from, to, version: run.version, kept })
  run.version = to
  if (run.fork) run.fork = { ...run.fork, migrated: true }
  return graph
}

/** Writes the head anew under its own id, with the migrated state. */
async function migrateHead(
  { store: { saver } }: EngineDeps,
  { graph, from }: Migration,
  { run, kept }: { run: string; kept: string },
): Promise<void> {
  const configOf = (id: string | undefined) => ({ configurable: { thread_id: run, checkpoint_ns: '', checkpoint_id: id } })
  const tuple = await saver.getTuple(configOf(undefined))
  if (!tuple) throw new CountersignError('internal', `Run ${run} has no checkpoint to migrate.`, { run })
  const { checkpoint, versions } = migrated(graph, from, tuple.checkpoint, (version) => saver.getNextVersion(version))
  const { name, version: to } = graph.definition
  const before: Partial<CheckpointMetadata> = tuple.metadata ?? {}
  const metadata = { step: -1, parents: {}, ...before, source: 'update' as const, migrated: { graph: name, from, to } }
  await saver.put(configOf(kept), checkpoint, metadata, versions)
}

function migrated(
  { definition, compiled }: RegisteredGraph,
  from: string,
  before: Checkpoint,
  nextVersion: (current: number | undefined) => number,
): { checkpoint: Checkpoint; versions: Checkpoint['channel_versions'] } {
  const isState = (key: string) => key in compiled.builder.channels || !(key.startsWith('__') || key.includes(':'))
  const old = Object.fromEntries(Object.entries(before.channel_values).filter(([key]) => isState(key)))
  const state = definition.migrate?.state?.({ ...old }, from) ?? old
  const strange = definition.migrate?.state && Object.keys(state).find((key) => !(key in compiled.builder.channels))
  if (strange)
    throw new CountersignError(
      'invalid_input',
      `\`migrate\` of ${definition.name}@${definition.version} gave “${strange}”, which its state does not have.`,
    )
  const checkpoint = copyCheckpoint(before)
  const version = nextVersion(Math.max(0, ...Object.values(before.channel_versions).map(Number)))
  const versions: Checkpoint['channel_versions'] = {}
  for (const key of Object.keys(old)) {
    if (key in state && key in compiled.builder.channels) continue
    delete checkpoint.channel_values[key]
    delete checkpoint.channel_versions[key]
  }
  for (const [key, value] of Object.entries(state)) {
    if (!(key in compiled.builder.channels) || (key in old && Object.is(old[key], value))) continue
    checkpoint.channel_values[key] = value
    versions[key] = version
  }
  Object.assign(checkpoint.channel_versions, versions)
  return { checkpoint, versions }
}

/** The id just before another: the head's past is listed right behind it. */
function idBefore(id: string): string {
  const hex = (BigInt(`0x${id.replaceAll('-', '')}`) - 1n).toString(16).padStart(32, '0')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
