import { type CheckpointTuple, ERROR, INTERRUPT, RESUME } from '@langchain/langgraph-checkpoint'

/** A superstep of many tasks, of which a pass runs one, or none (null). */
export interface WideStep {
  own: string | null
  tasks: readonly string[]
}

/** LangGraph's id for writes that belong to no task. */
export const NULL_TASK = '00000000-0000-0000-0000-000000000000'

/** LangGraph's mark of a task that finished and wrote nothing. */
const NO_WRITES = '__no_writes__'

/** Channels of a pending write that are not a task's outcome. */
const NOT_OUTCOMES: readonly string[] = [ERROR, INTERRUPT, RESUME, '__error_source_node__']

/** Whether a pending write says that its task has finished. */
export const isOutcome = (channel: string): boolean => !NOT_OUTCOMES.includes(channel)

/**
 * The head of a wide superstep as LangGraph is to see it in one pass. It starts every task that has no outcome, if only to have it step
 * aside, in a time that grows with the square of their number. So all of them but one look finished; that one steps aside, and thereby
 * keeps LangGraph from committing the superstep. A pass that runs a task needs no other's writes and never commits.
 */
export function narrowHead(tuple: CheckpointTuple, { own, tasks }: WideStep): CheckpointTuple {
  const pending = tuple.pendingWrites ?? []
  const kept = own === null ? pending : pending.filter(([task]) => task === own || task === NULL_TASK)
  const finished = new Set(own === null ? kept.filter(([, channel]) => isOutcome(channel)).map(([task]) => task) : [own])
  const [, ...others] = tasks.filter((task) => !finished.has(task))
  return { ...tuple, pendingWrites: [...kept, ...others.map((task): [string, string, unknown] => [task, NO_WRITES, null])] }
}
