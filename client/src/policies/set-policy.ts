import { listPolicies, setPolicy as writePolicy } from '@countersign/db'
import { CountersignError, policyScopeSchema, type ReviewPolicy, reviewPolicySchema } from '@countersign/workflows/contract'
import type { ClientContext } from '../context.ts'
import type { PolicyView } from '../desk-types.ts'
import { parseInput } from '../parse-input.ts'
import { checkJson, checkText } from '../storable.ts'
import { policyView } from './policy-view.ts'

const POLICY_LIMIT = 100_000

/**
 * Sets the policy of `default`, `graph:NAME` or `type:DOCUMENT_TYPE` in place of the one before; an empty one takes it away. Counts
 * for reviews that are opened from now on. Safe to repeat. Throws `invalid_input` that names each key that is wrong.
 */
export async function setPolicy({ tenant, user, database }: ClientContext, scope: string, policy: ReviewPolicy): Promise<PolicyView> {
  const where = parseInput(policyScopeSchema, scope)
  checkText('The scope', where)
  const wanted = parseInput(reviewPolicySchema, policy)
  checkJson('The policy', wanted, { code: 'invalid_input', limit: POLICY_LIMIT })
  checkWhoDecides(wanted)
  const empty = Object.keys(wanted).length === 0
  await database.db.transaction((tx) => writePolicy(tx, { tenant, scope: where, policy: empty ? null : wanted, by: user }))
  const row = (await listPolicies(database.db, { tenant })).find((other) => other.scope === where)
  return row ? policyView(row) : { scope: where, policy: {}, updatedBy: user, updatedAt: new Date().toISOString() }
}

/** Nobody but admins could decide, or not enough people: a review would wait for ever. */
function checkWhoDecides({ roles, users = [], quorum = 1 }: ReviewPolicy): void {
  if (roles?.length !== 0) return
  if (users.length >= quorum && users.length > 0) return
  const message = `With no role, "users" must name at least ${quorum === 1 ? 'one person' : `${quorum} people`} who may decide.`
  throw new CountersignError('invalid_input', message, { issues: [{ path: 'users', message }] })
}
