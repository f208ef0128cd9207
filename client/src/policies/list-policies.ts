import { listPolicies as queryPolicies } from '@countersign/db'
import type { ClientContext } from '../context.ts'
import type { PolicyView } from '../desk-types.ts'
import { policyView } from './policy-view.ts'

/** The tenant's policies by scope. */
export async function listPolicies({ tenant, database }: ClientContext): Promise<PolicyView[]> {
  return (await queryPolicies(database.db, { tenant })).map(policyView)
}
