import {
  announceChanges,
  appendAudit,
  type DbOrTx,
  ENDED_STATUSES,
  findDecisionUnderWay,
  findEditByClientKey,
  findRun,
  type HeldRun,
  holdRunForEdit,
  insertEdit,
  insertOutbox,
  type RunRow,
  readStoredValues,
  setRunning,
  withdrawOpenReviews,
} from '@countersign/db'
import { CountersignError, newEditId, said } from '@countersign/workflows/contract'
import type { ClientContext } from '../context.ts'
import { checkId, notFound } from '../not-found.ts'
import { parseInput } from '../parse-input.ts'
import { type EditRunInput, editRunInputSchema } from '../schemas/time-travel.ts'
import { requireGraph } from '../start-run.ts'
import { checkText } from '../storable.ts'
import { jsonOf } from './plan-fork.ts'
import { type ResolvedEdit, resolveEdit } from './resolve-edit.ts'

/**
 * Changes the state of a run that waits or is parked, where it stands. One transaction records the edit, withdraws the open reviews and
 * sets the run going; the engine applies it as the next step, and what is met again asks again. A decision at the same moment: one of the
 * two wins, the other is told. Works while Temporal is down.
 * Safe to retry with a `clientKey`: the same key for the same run does nothing more.
 * Throws `conflict` where the run is running, has moved on (`details.checkpoint`) or is taking in a decision or an edit, `run_ended`,
 * `invalid_input` (`details.issues`, `details.keys`), `graph_unknown`, `not_found`, `too_large`.
 */
export async function editRun(context: ClientContext, run: string, input: EditRunInput): Promise<void> {
  const { tenant, database } = context
  const wanted = parseInput(editRunInputSchema, input)
  checkText('The edit', [wanted.reason, wanted.clientKey, wanted.asNode].join(''))
  checkId('run', run)
  const row = await findRun(database.db, { tenant, run })
  if (row === null) throw notFound('run', run)
  if (await isRepeated(context, run, wanted.clientKey)) return
  try {
    const seen = checkStanding({ ...row, pending: false }, wanted.checkpoint)
    const edit = await resolve(context, row, seen, wanted)
    const id = newEditId()
    await database.db.transaction((tx) => commitEdit(tx, context, { id, run, seen, edit, input: wanted }))
    context.deliveries.begin({ topic: 'edited', tenant, run, review: id })
  } catch (error) {
    // Sent again, and what stands in the way is the sender's own edit.
    if (error instanceof CountersignError && (await isRepeated(context, run, wanted.clientKey))) return
    throw error
  }
}

async function isRepeated({ tenant, database }: ClientContext, run: string, clientKey: string | undefined): Promise<boolean> {
  if (clientKey === undefined) return false
  const earlier = await findEditByClientKey(database.db, { tenant, clientKey })
  if (earlier === null || earlier.run === run) return earlier !== null
  throw new CountersignError('invalid_input', said('edit.clientKey', { key: clientKey }), { clientKey })
}

/** The checkpoint that the edit is for; throws where the run cannot be edited there. */
function checkStanding({ status, checkpoint, pending }: HeldRun, expected: string | undefined): string {
  if (ENDED_STATUSES.includes(status)) throw new CountersignError('run_ended', said('edit.ended', { status }), { status })
  if (pending) throw new CountersignError('conflict', said('edit.pending'))
  if (status === 'running') throw new CountersignError('conflict', said('edit.running'), { status })
  if (checkpoint === null) throw new CountersignError('conflict', said('edit.noState'))
  if (expected !== undefined && expected !== checkpoint) throw new CountersignError('conflict', said('edit.moved'), { checkpoint })
  return checkpoint
}

async function resolve({ tenant, database: { db } }: ClientContext, row: RunRow, checkpoint: string, input: EditRunInput) {
  const graph = await requireGraph(db, { graph: row.graph, version: row.version })
  const { values, patch, asNode } = input
  const place = { tenant, run: row.id, namespace: '', checkpoint }
  const stored = async (channels: readonly string[]) => jsonOf(await readStoredValues(db, { ...place, channels }))
  return await resolveEdit({ values, patch, asNode }, { graph, namespace: '', channels: [], stored })
}

interface Order {
  id: string
  run: string
  /** The head that the edit was made out for. */
  seen: string
  edit: ResolvedEdit
  input: EditRunInput
}

async function commitEdit(tx: DbOrTx, { tenant, user }: ClientContext, { id, run, seen, edit, input }: Order): Promise<void> {
  const held = await holdRunForEdit(tx, { tenant, run })
  if (held === null) throw notFound('run', run)
  checkStanding(held, seen)
  const withdrawn = await withdrawOpenReviews(tx, { tenant, run, by: user })
  // Whoever decided while the rows were being locked came first.
  const decision = await findDecisionUnderWay(tx, { tenant, run })
  if (decision)
    throw new CountersignError('conflict', said('edit.decided', { by: decision.by }), { review: decision.review, by: decision.by })
  const { values, asNode } = edit
  const { reason, clientKey = null } = input
  if (!(await insertEdit(tx, { id, tenant, run, checkpoint: seen, values, asNode, reason, by: user, clientKey })))
    throw new CountersignError('invalid_input', said('edit.clientKey', { key: clientKey ?? '' }), { clientKey })
  await setRunning(tx, { tenant, run })
  const data = { edit: id, checkpoint: seen, keys: Object.keys(values).toSorted(), asNode, reason }
  await appendAudit(tx, { tenant, actor: user, event: 'run.edited', run, data })
  await insertOutbox(tx, { tenant, topic: 'edited', run, review: id })
  await announceChanges(tx, [
    { tenant, kind: 'run', id: run, run },
    ...withdrawn.map((review) => ({ tenant, kind: 'review' as const, id: review, run })),
  ])
}
