import { findUser } from '@countersign/db'
import { permissionsOf } from '@countersign/workflows/contract'
import type { ClientContext } from '../context.ts'
import type { Me } from '../desk-types.ts'

/** Who acts; called as the account says, or by the name alone where there is no account. */
export async function readMe({ actor, tenant, user, database: { db } }: ClientContext): Promise<Me> {
  const account = await findUser(db, { tenant, user })
  return { tenant, user, name: account?.name ?? user, roles: [...actor.roles], permissions: permissionsOf(actor) }
}
