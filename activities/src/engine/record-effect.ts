import { type AttemptScope, effectStatement } from '@countersign/db'
import type { RunContext } from './run-context.ts'

/** What {@link RunContext.effect} does in one attempt: writes, or in a replay records, which is committed with the attempt. */
export function effectOf(scope: AttemptScope, node: string, sandbox: boolean): RunContext['effect'] {
  let count = 0
  return async (name, data, write) => {
    if (!sandbox) return await write()
    scope.held.push(effectStatement(scope.attempt, { node, name, ordinal: count++, data }))
    return null
  }
}
