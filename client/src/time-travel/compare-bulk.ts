import { ENDED_STATUSES, findRun, listBulk, listDifferingChannels } from '@countersign/db'
import type { ClientContext } from '../context.ts'
import { checkId, notFound } from '../not-found.ts'
import type { BulkComparison } from '../schemas/time-travel.ts'
import { compareFields, isSamePath } from './compare-runs.ts'
import { inTurns } from './in-turns.ts'
import { isPlumbing } from './plumbing.ts'
import { readSides } from './read-side.ts'

const AT_ONCE = 4

type Row = BulkComparison['rows'][number]

/**
 * The forks that were made together, each beside its parent: what differs in path, state and fields, what each cost and asked. `running`
 * counts those that have not ended. Throws `not_found` for a bulk without runs.
 */
export async function compareBulk(context: ClientContext, bulk: string): Promise<BulkComparison> {
  const { tenant, database } = context
  checkId('bulk', bulk)
  const forks = await listBulk(database.db, { tenant, bulk })
  if (forks.length === 0) throw notFound('bulk', bulk)
  const rows = (await inTurns(forks, AT_ONCE, (fork) => compareOne(context, fork))).flatMap((row) => row ?? [])
  return { bulk, running: rows.filter(({ status }) => !ENDED_STATUSES.includes(status)).length, rows }
}

/** Null: the fork or its parent is gone. */
async function compareOne(context: ClientContext, fork: string): Promise<Row | null> {
  const { tenant, database } = context
  const b = await findRun(database.db, { tenant, run: fork })
  const a = b?.parentRun ? await findRun(database.db, { tenant, run: b.parentRun }) : null
  if (a === null || b === null) return null
  const sides = await readSides(context, a, b)
  const channels = await listDifferingChannels(database.db, { tenant, a: sides.a.place, b: sides.b.place })
  const fields = compareFields(sides).filter(({ same }) => !same)
  return {
    parent: a.id,
    run: b.id,
    title: b.title,
    status: b.status,
    samePath: isSamePath(sides),
    keys: channels.filter((channel) => !isPlumbing(channel)),
    fields: fields.map((field) => ({ name: field.name, a: field.a?.value ?? null, b: field.b?.value ?? null })),
    asked: { a: sides.a.asked.length, b: sides.b.asked.length },
    cost: { a: sides.a.cost, b: sides.b.cost },
    error: b.error?.message ?? null,
  }
}
