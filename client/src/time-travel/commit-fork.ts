import {
  announceChanges,
  appendAudit,
  copyCheckpoint,
  copyFinishedWrites,
  copyLastingSubgraphs,
  type DbOrTx,
  insertEdit,
  insertFork,
  insertOutbox,
  keepRun,
  type NewFork,
  setNext,
} from '@countersign/db'
import { newEditId } from '@countersign/workflows/contract'
import type { ClientContext } from '../context.ts'
import { notFound } from '../not-found.ts'
import { thinned } from './find-fork-point.ts'
import { type ForkPlan, inputOf, namesOf } from './plan-fork.ts'

/** What a fork has that its plan does not say. */
export interface ForkNames {
  id: string
  bulk: string | null
}

/** Writes a fork, all of it in one transaction. False: its client key is taken, and nothing is written. */
export async function commitFork(context: ClientContext, plan: ForkPlan, names: ForkNames): Promise<boolean> {
  const { tenant, user, database } = context
  const { parent, point, input } = plan
  return await database.db.transaction(async (tx) => {
    if (!(await keepRun(tx, { tenant, run: parent.id }))) throw notFound('run', parent.id)
    if (!(await insertFork(tx, rowOf(context, plan, names)))) return false
    await copyState(tx, plan, names.id)
    await orderEdit(tx, context, plan, names.id)
    const data = { parent: parent.id, checkpoint: point.origin ?? '', sandbox: input.sandbox ?? false, reason: input.reason ?? null }
    await appendAudit(tx, { tenant, actor: user, event: 'run.forked', run: names.id, document: parent.document, data })
    await insertOutbox(tx, { tenant, topic: 'start', run: names.id })
    await announceChanges(tx, [
      { tenant, kind: 'run', id: names.id, run: names.id },
      { tenant, kind: 'run', id: parent.id, run: parent.id },
    ])
    return true
  })
}

function rowOf({ tenant, user }: ClientContext, plan: ForkPlan, { id, bulk }: ForkNames): NewFork {
  const { parent, graph, point, edit, anew, input } = plan
  const { at, root } = point
  const isStart = at === null
  return {
    id,
    tenant,
    graph: graph.name,
    version: graph.version,
    title: input.title ?? parent.title,
    // Nothing has run at the start: the state is the input.
    input: isStart && edit ? { ...inputOf(parent), ...edit.values } : parent.input,
    checkpoint: root?.id ?? null,
    step: root?.step ?? -2,
    next: namesOf(root?.tasks ?? []),
    document: parent.document,
    parentRun: parent.id,
    parentCheckpoint: point.origin,
    root: parent.root ?? parent.id,
    fork: {
      step: point.step,
      ...(at && at.namespace !== '' && { namespace: at.namespace, root: root?.id }),
      ...(anew && { nodes: namesOf(anew) }),
      ...(edit && { edited: Object.keys(edit.values).toSorted() }),
      ...(input.reason !== undefined && { reason: input.reason }),
    },
    sandbox: input.sandbox ?? false,
    bulk,
    createdBy: user,
    clientKey: input.clientKey ?? null,
  }
}

/** The checkpoint, of a subgraph also those of the graphs above it; what finished tasks had written, where not all run anew. */
async function copyState(tx: DbOrTx, { parent, point, anew }: ForkPlan, to: string): Promise<void> {
  const { at, above } = point
  if (at === null) return
  const from = parent.id
  await copyLastingSubgraphs(tx, { from, to, checkpoint: (above[0]?.checkpoint ?? at).id })
  const chain = [
    ...above.map(({ checkpoint, task }) => ({ checkpoint, keep: [task] })),
    { checkpoint: at, keep: anew?.map(({ id }) => id) },
  ]
  for (const [depth, { checkpoint, keep }] of chain.entries()) {
    const copy = { from, to, namespace: checkpoint.namespace, checkpoint: checkpoint.id }
    if (!(await copyCheckpoint(tx, copy))) throw thinned(checkpoint.id)
    if (keep === undefined) continue
    const written = await copyFinishedWrites(tx, { ...copy, anew: keep })
    if (depth === 0)
      await setNext(tx, { tenant: parent.tenant, run: to, next: namesOf(checkpoint.tasks.filter(({ id }) => !written.has(id))) })
  }
}

/** The engine applies it as the fork's first step. */
async function orderEdit(
  tx: DbOrTx,
  { tenant, user }: ClientContext,
  { point: { at }, edit, input }: ForkPlan,
  run: string,
): Promise<void> {
  if (at === null || edit === null) return
  await insertEdit(tx, {
    id: newEditId(),
    tenant,
    run,
    checkpoint: at.id,
    namespace: at.namespace,
    values: edit.values,
    asNode: edit.asNode,
    reason: input.reason ?? null,
    by: user,
  })
}
