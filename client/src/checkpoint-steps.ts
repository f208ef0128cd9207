import type { CheckpointStep, RunRow } from '@countersign/db'
import type { CheckpointView } from './types.ts'

/**
 * Describes the checkpoints of a run: which nodes run next from each. LangGraph does not record it, so it is taken from what the following
 * checkpoint holds, and for the newest one from the run's own row. After an edit in place the same nodes were next as before it.
 */
export function describeCheckpoints(steps: CheckpointStep[], run: Pick<RunRow, 'checkpoint' | 'next'>): CheckpointView[] {
  const children = new Map(steps.map((step) => [step.parent, step]))
  const nextOf = (id: string): string[] => {
    if (id === run.checkpoint) return run.next
    const child = children.get(id)
    if (child?.source === 'update') return nextOf(child.id)
    return child?.source === 'loop' ? child.nodes : []
  }
  return steps.map((step) => ({ ...step, next: nextOf(step.id) }))
}
