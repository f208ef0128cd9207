import { listTokens as listRows } from '@countersign/db'
import { permissionsOf } from '@countersign/workflows/contract'
import type { ClientContext } from '../context.ts'
import type { TokenView } from '../desk-types.ts'
import { tokenView } from './user-view.ts'

/** One's own tokens; whoever administers people sees everybody's. Newest first, those that open nothing any more too. */
export async function listTokens({ actor, tenant, user, database: { db } }: ClientContext): Promise<TokenView[]> {
  const seesAll = permissionsOf(actor).includes('administer')
  return (await listRows(db, seesAll ? { tenant } : { tenant, user })).map(tokenView)
}
