import { type HeldKey, listHeldKeys, type OpenRun, readHeldValues } from '@countersign/db'
import type { ClientContext } from '../context.ts'
import { jsonSafe } from '../json-safe.ts'
import type { GraphProblem } from '../schemas/time-travel.ts'
import type { SchemaChange } from './compare-schemas.ts'

/** Bytes of values that are in memory at once, but for a single one that is larger. */
const AT_ONCE = 8 * 1024 * 1024

type Found = Pick<GraphProblem, 'run' | 'kind' | 'detail'>

/** What the newest states of these runs hold that `whose` state does not take. Reads values of keys whose schema changed, no others. */
export async function checkStates(context: ClientContext, runs: OpenRun[], change: SchemaChange, whose: string): Promise<Found[]> {
  const { tenant, database } = context
  const held = await listHeldKeys(database.db, { tenant, runs: runs.map(({ id }) => id) })
  const found: Found[] = held
    .filter(({ key }) => change.isRemoved(key))
    .map(({ run, key }) => ({ run, kind: 'removed_key', detail: `Its state holds “${key}”, which ${whose} does not know.` }))
  for (const part of portions(held.filter(({ key }) => change.changed.has(key)))) {
    const where = { tenant, runs: [...new Set(part.map(({ run }) => run))], keys: [...new Set(part.map(({ key }) => key))] }
    for (const { run, key, value } of await readHeldValues(database.db, where)) {
      const why = change.changed.get(key)?.(jsonSafe(value)) ?? null
      if (why !== null) found.push({ run, kind: 'changed_schema', detail: `The value of “${key}” does not fit ${whose}: ${why}` })
    }
  }
  return found
}

/** Values of one key at a time, so that each is read once, in portions of a bounded size. */
function portions(held: readonly HeldKey[]): HeldKey[][] {
  const parts: HeldKey[][] = []
  for (const key of new Set(held.map((one) => one.key))) {
    let part: HeldKey[] = []
    let bytes = 0
    for (const one of held.filter((each) => each.key === key)) {
      if (part.length > 0 && bytes + one.bytes > AT_ONCE) {
        parts.push(part)
        part = []
        bytes = 0
      }
      part.push(one)
      bytes += one.bytes
    }
    parts.push(part)
  }
  return parts
}
