import { isDeepStrictEqual } from 'node:util'
import { listRecordedEffects } from '@countersign/db'
import type { ClientContext } from '../context.ts'
import { runSummary } from '../run-view.ts'
import type { RunComparison } from '../schemas/time-travel.ts'
import { alignPaths } from './align-paths.ts'
import { diffPlaces } from './diff-states.ts'
import { readSides, requireRun, type Side } from './read-side.ts'

/**
 * Two runs side by side: the nodes they ran, their newest states, the fields read from a document, what they cost and asked, and what `b`
 * would have written where it is a replay. Where one was forked from the other, its path begins with what they share, and cost and questions
 * count from where they part. Throws `not_found`.
 */
export async function compareRuns(context: ClientContext, a: string, b: string): Promise<RunComparison> {
  const [rowA, rowB] = await Promise.all([requireRun(context, a), requireRun(context, b)])
  const sides = await readSides(context, rowA, rowB)
  const [state, effects] = await Promise.all([
    diffPlaces(context, sides.a.place, sides.b.place),
    listRecordedEffects(context.database.db, { tenant: context.tenant, run: rowB.id }),
  ])
  return {
    a: runSummary(rowA),
    b: runSummary(rowB),
    path: alignPaths(sides.a.path, sides.b.path),
    samePath: isSamePath(sides),
    state,
    fields: compareFields(sides),
    cost: { a: sides.a.cost, b: sides.b.cost },
    asked: { a: sides.a.asked, b: sides.b.asked },
    effects,
  }
}

interface Sides {
  a: Side
  b: Side
}

export const isSamePath = ({ a, b }: Sides): boolean => isDeepStrictEqual(a.path, b.path)

/** Every field that one of the two has read. */
export function compareFields({ a, b }: Sides): RunComparison['fields'] {
  return [...new Set([...a.fields.keys(), ...b.fields.keys()])].map((name) => {
    const [before, after] = [a.fields.get(name) ?? null, b.fields.get(name) ?? null]
    return { name, a: before, b: after, same: isDeepStrictEqual(before?.value, after?.value) }
  })
}
