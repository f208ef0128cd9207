import type { AttemptRow, CheckpointHead, RunRow } from '@countersign/db'
import type { CheckpointView } from './types.ts'

type Attempt = Pick<AttemptRow, 'checkpoint' | 'node' | 'task' | 'status'>

/**
 * Describes the checkpoints of a run: which nodes' writes each holds, and which nodes run next from it. LangGraph records
 * neither by name, so they are taken from what is recorded: the attempts of the step, which nodes saw new versions of their
 * channels, what the following checkpoint holds, and for the newest one the run's own row.
 */
export function describeCheckpoints(
  heads: CheckpointHead[],
  attempts: Attempt[],
  run: Pick<RunRow, 'checkpoint' | 'next'>,
): CheckpointView[] {
  const byId = new Map(heads.map((head) => [head.id, head]))
  const nodes = new Map(heads.map((head) => [head.id, nodesOf(head, parentOf(head, byId), attempts)]))
  const childOf = new Map(heads.filter(({ source, parent }) => source === 'loop' && parent !== null).map((head) => [head.parent, head.id]))
  const nextOf = (head: CheckpointHead): string[] => {
    if (head.id === run.checkpoint) return run.next
    const child = childOf.get(head.id)
    return (child === undefined ? undefined : nodes.get(child)) ?? []
  }
  return heads.map((head) => ({
    id: head.id,
    parent: head.parent,
    step: head.step,
    source: head.source,
    nodes: nodes.get(head.id) ?? [],
    next: nextOf(head),
    at: head.at,
  }))
}

const parentOf = (head: CheckpointHead, byId: Map<string, CheckpointHead>): CheckpointHead | undefined =>
  head.parent === null ? undefined : byId.get(head.parent)

function nodesOf(head: CheckpointHead, parent: CheckpointHead | undefined, attempts: Attempt[]): string[] {
  const nodes = new Set<string>()
  for (const [node, seen] of Object.entries(head.versionsSeen)) {
    const before = parent?.versionsSeen[node] ?? {}
    if (!node.startsWith('__') && Object.entries(seen).some(([channel, version]) => before[channel] !== version)) nodes.add(node)
  }
  // Tasks made by Send leave no trace in versions_seen.
  for (const { checkpoint, node, task, status } of attempts) {
    // The engine's own tasks bear their name as their id.
    const ofNode = task !== node && status === 'done'
    if (ofNode && head.source === 'loop' && parent !== undefined && checkpoint === parent.id) nodes.add(node)
  }
  return [...nodes].sort()
}
