import { type GraphRow, type NextTask, type RunRow, readStoredValues } from '@countersign/db'
import { CountersignError, said } from '@countersign/workflows/contract'
import { z } from 'zod'
import type { ClientContext } from '../context.ts'
import type { ForkInput } from '../schemas/time-travel.ts'
import { requireGraph } from '../start-run.ts'
import { type ForkPoint, findForkPoint } from './find-fork-point.ts'
import { type EditBase, type ResolvedEdit, resolveEdit } from './resolve-edit.ts'

/** A fork that could be made: nothing is written yet. */
export interface ForkPlan {
  parent: RunRow
  graph: GraphRow
  point: ForkPoint
  edit: ResolvedEdit | null
  /** The tasks that run anew where not all do. */
  anew: NextTask[] | null
  input: ForkInput
}

/**
 * Finds out where a fork starts and whether it can go on from there.
 * Throws `not_found`, `conflict` for a checkpoint that retention deleted, `graph_unknown`, `invalid_input`.
 */
export async function planFork(context: ClientContext, parent: RunRow, input: ForkInput): Promise<ForkPlan> {
  const { db } = context.database
  const version = input.version ?? (input.sandbox ? undefined : parent.version)
  const graph = await requireGraph(db, { graph: parent.graph, version })
  const point = await findForkPoint(db, parent, input)
  const edit = input.edit ? await resolveEdit(input.edit, baseOf(context, { parent, graph, point })) : null
  if (edit?.asNode && point.at === null) throw new CountersignError('invalid_input', said('edit.nodeAtStart'))
  checkNext(graph, point, edit)
  return { parent, graph, point, edit, anew: chooseTasks(point, input), input }
}

function baseOf({ tenant, database }: ClientContext, { parent, graph, point }: Pick<ForkPlan, 'parent' | 'graph' | 'point'>): EditBase {
  const { at } = point
  if (at === null) {
    const entries = Object.entries(inputOf(parent)).map(([key, value]): [string, string] => [key, JSON.stringify(value)])
    return { graph, namespace: '', channels: [], stored: async (keys) => new Map(entries.filter(([key]) => keys.includes(key))) }
  }
  const where = { tenant, run: parent.id, namespace: at.namespace, checkpoint: at.id }
  return {
    graph,
    namespace: at.namespace,
    channels: at.channels,
    stored: async (keys) => jsonOf(await readStoredValues(database.db, { ...where, channels: keys })),
  }
}

/** Stored values as JSON; null for one that is no JSON. */
export const jsonOf = (values: ReadonlyMap<string, { json: string | null }>): Map<string, string | null> =>
  new Map([...values].map(([key, { json }]) => [key, json]))

/** The input of a run as keys and values; of one that has another input, none. */
export const inputOf = ({ input }: RunRow): Record<string, unknown> => z.record(z.string(), z.unknown()).safeParse(input).data ?? {}

function checkNext(graph: GraphRow, { at, root }: ForkPoint, edit: ResolvedEdit | null): void {
  if (at === null || root === null || (edit?.asNode && at.namespace === '')) return
  if (root.tasks.length === 0)
    throw new CountersignError('invalid_input', said('fork.nothingNext', { step: root.step }), { step: root.step })
  const there = graph.drawing.nodes.map(({ id }) => id)
  const nodes = namesOf(root.tasks).filter((node) => !there.includes(node))
  const { name, version } = graph
  if (nodes.length > 0)
    throw new CountersignError('invalid_input', said('fork.otherVersion', { graph: name, version, nodes }), { graph: name, version, nodes })
}

function chooseTasks({ at }: ForkPoint, { nodes = [], edit }: ForkInput): NextTask[] | null {
  if (nodes.length === 0) return null
  if (edit?.asNode !== undefined) throw new CountersignError('invalid_input', said('fork.nodesOrEdit'))
  const tasks = at?.tasks ?? []
  const names = nodes.filter((wanted) => !tasks.some(({ id, node }) => wanted === node || wanted === id))
  if (names.length > 0) {
    const next = namesOf(tasks)
    throw new CountersignError('invalid_input', said('fork.notNext', { names, nodes: next }), { names, nodes: next })
  }
  return tasks.filter(({ id, node }) => nodes.includes(node) || nodes.includes(id))
}

export const namesOf = (tasks: readonly NextTask[]): string[] => [...new Set(tasks.map(({ node }) => node))]
