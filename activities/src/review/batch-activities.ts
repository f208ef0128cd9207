import { type BatchItemResult, type BatchWork, type Db, finishBatch, readBatchWork, recordBatchItem } from '@countersign/db'
import { type Actor, type BatchRef, CountersignError, type DecideInput, roleSchema, verbSchema } from '@countersign/workflows/contract'
import { cancellationSignal, heartbeat } from '@temporalio/activity'
import { z } from 'zod'

export interface BatchDeps {
  db: Db
  /** Decides one review as the actor, with all that a decision is checked for. Made by the worker, which knows the client. */
  decide(actor: Actor, input: DecideInput): Promise<unknown>
}

/** Activities of the `decideBatch` workflow, by the names they are registered under. */
export interface BatchActivities {
  /** Decides the next items of a batch, one after the other; answers whether there is more to do. Safe to retry: an item has one result. */
  'batch.decideSome'(ref: BatchRef): Promise<boolean>
}

/** Items that one activity decides: a worker that is killed costs at most these looks again. */
const AT_ONCE = 25

export function createBatchActivities(deps: BatchDeps): BatchActivities {
  return { 'batch.decideSome': (ref) => decideSome(deps, ref) }
}

async function decideSome(deps: BatchDeps, ref: BatchRef): Promise<boolean> {
  const work = await readBatchWork(deps.db, { ...ref, limit: AT_ONCE })
  if (work === null) return false
  for (const item of work.items) {
    if (cancellationSignal().aborted) return true
    const result = await decideItem(deps, ref, work, item)
    const goesOn = await recordBatchItem(deps.db, { ...ref, review: item.review, result })
    if (!goesOn) return false
    heartbeat()
  }
  if (work.items.length === AT_ONCE) return true
  await finishBatch(deps.db, ref)
  return false
}

/** The client key makes it safe to decide an item again whose result was lost: the answer is the one of the first time. */
async function decideItem(
  { decide }: BatchDeps,
  { tenant, batch }: BatchRef,
  { verb, reason, value, node, by, roles }: BatchWork,
  { review, shownHash }: BatchWork['items'][number],
): Promise<BatchItemResult> {
  const actor = { tenant, user: by, roles: z.array(roleSchema).parse(roles) }
  const answer = {
    verb: verbSchema.parse(verb),
    reason: reason ?? undefined,
    value: z.json().parse(value) ?? undefined,
    node: node ?? undefined,
  }
  const input = { ...answer, review, shownHash, clientKey: `batch/${batch}/${review}` }
  try {
    await decide(actor, input)
    return { status: 'decided' }
  } catch (error) {
    if (!(error instanceof CountersignError) || error.retryable) throw error
    return { status: 'refused', code: error.code, message: error.message, says: error.says }
  }
}
