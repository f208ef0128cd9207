import { listUsers as listRows } from '@countersign/db'
import { permissionsOf } from '@countersign/workflows/contract'
import type { ClientContext } from '../context.ts'
import type { UserView } from '../desk-types.ts'
import { userView } from './user-view.ts'

/** The people of the tenant by name. Their addresses are shown to themselves and to whoever administers people. */
export async function listUsers({ actor, tenant, user, database: { db } }: ClientContext): Promise<UserView[]> {
  const seesAll = permissionsOf(actor).includes('administer')
  const rows = await listRows(db, { tenant })
  return rows.map(userView).map((one) => (seesAll || one.id === user ? one : { ...one, email: null }))
}
