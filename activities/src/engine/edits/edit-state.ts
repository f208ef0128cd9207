import { type AttemptScope, attemptScope, isOutcome, NULL_TASK, type PendingEdit, type StepSaver } from '@countersign/db'
import { CountersignError } from '@countersign/workflows/contract'
import { CompiledStateGraph } from '@langchain/langgraph'
import type { CheckpointTuple, PendingWrite } from '@langchain/langgraph-checkpoint'
import type { AnyCompiledGraph } from '../define-graph.ts'
import type { StepTask } from '../step-pass.ts'
import { replaceValues } from './replace-values.ts'

/** What an edit made, held back in its attempt. */
export interface EditedState {
  checkpoint: string
  step: number
  /** What runs next. */
  tasks: StepTask[]
}

/**
 * Changes the state at the head of a run, or that of a subgraph in the middle of its task. Without `asNode` the keys get their new values,
 * past the reducers, and what was to run next still is: what parallel tasks have finished is kept, those that wait ask again. With
 * `asNode` it is LangGraph's `updateState`. Everything it writes is held back in `scope`.
 * Throws `invalid_decision` where the graph cannot take it; trying again cannot help.
 */
export function editState(compiled: AnyCompiledGraph, saver: StepSaver, scope: AttemptScope, edit: PendingEdit): Promise<EditedState> {
  scope.made = new Map()
  return attemptScope.run(scope, async () => {
    if (edit.asNode === null) await replace(compiled, saver, scope, edit)
    else await updateAsNode(compiled, scope, edit, edit.asNode)
    const made = scope.made?.get(edit.namespace)
    if (!made) throw new CountersignError('internal', `The edit ${edit.id} made no checkpoint.`)
    const { tasks } = await compiled.getState(placeOf(scope, edit))
    return { checkpoint: made.checkpoint.id, step: made.metadata?.step ?? -1, tasks: tasks.map(({ id, name }) => ({ id, name })) }
  })
}

const placeOf = ({ attempt }: AttemptScope, { namespace }: PendingEdit) => ({
  configurable: { thread_id: attempt.run, checkpoint_ns: namespace },
})

async function updateAsNode(compiled: AnyCompiledGraph, scope: AttemptScope, edit: PendingEdit, asNode: string): Promise<void> {
  try {
    await compiled.updateState(placeOf(scope, edit), edit.values, asNode)
  } catch (error) {
    if (error instanceof CountersignError && error.code !== 'invalid_decision') throw error
    const why = error instanceof Error ? error.message : String(error)
    const message = `The edit as node “${asNode}” was not applied: ${why} Edit again, or retry to go on without it.`
    throw new CountersignError('invalid_decision', message, { node: asNode }, { cause: error })
  }
}

async function replace(compiled: AnyCompiledGraph, saver: StepSaver, scope: AttemptScope, edit: PendingEdit): Promise<void> {
  const place = placeOf(scope, edit)
  const graph = edit.namespace === '' ? compiled : await subgraphAt(compiled, edit.namespace)
  const before = await saver.getTuple(place)
  if (!before) throw new CountersignError('invalid_decision', `There is no checkpoint to edit in “${edit.namespace}”.`)
  const pending = before.pendingWrites ?? []
  const tasks = pending.length > 0 ? (await compiled.getState(place)).tasks : []
  const { checkpoint, versions } = replaceValues(graph, before.checkpoint, edit.values, saver)
  const step = (before.metadata?.step ?? -1) + 1
  const metadata = { source: 'update' as const, step, parents: before.metadata?.parents ?? {} }
  const written = await saver.put(before.config, checkpoint, metadata, versions)
  if (tasks.length === 0) return
  const { tasks: tasksNow } = await compiled.getState(place)
  for (const [task, writes] of carriedWrites(pending, edit, tasks, tasksNow)) await saver.putWrites(written, writes, task)
}

/** What finished tasks brought, under the ids that these tasks have after the edit; and earlier edits of keys that this one leaves alone. */
function carriedWrites(
  pending: NonNullable<CheckpointTuple['pendingWrites']>,
  edit: PendingEdit,
  before: readonly StepTask[],
  after: readonly StepTask[],
): Map<string, PendingWrite[]> {
  const ids = new Map(before.map(({ id, name }, index) => [id, after[index]?.name === name ? after[index].id : undefined]))
  const carried = new Map<string, PendingWrite[]>()
  for (const [task, channel, value] of pending) {
    if (!isOutcome(channel) || (task === NULL_TASK && channel in edit.values)) continue
    const id = task === NULL_TASK ? task : ids.get(task)
    if (id) carried.set(id, [...(carried.get(id) ?? []), [channel, value]])
  }
  return carried
}

/** The graph behind a namespace such as `sub:<task>|inner:<task>`. */
async function subgraphAt(compiled: AnyCompiledGraph, namespace: string): Promise<AnyCompiledGraph> {
  const names = namespace.split('|').flatMap((part) => (/^\d+$/.test(part) ? [] : (part.split(':')[0] ?? [])))
  for await (const [, found] of compiled.getSubgraphsAsync(names.join('|'), true)) if (found instanceof CompiledStateGraph) return found
  throw new CountersignError('invalid_decision', `The graph has no subgraph “${names.join(' / ')}” to edit.`, { namespace })
}
