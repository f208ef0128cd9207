import { appendAudit, revokeToken as revokeRow } from '@countersign/db'
import { permissionsOf } from '@countersign/workflows/contract'
import type { ClientContext } from '../context.ts'
import { checkId, notFound } from '../not-found.ts'
import { checkTokenAffairs } from './create-token.ts'

/**
 * Revokes a token at once: one's own; whoever administers people anybody's. Safe to repeat. Throws `not_found`, also for somebody
 * else's, and `forbidden` for a token that may not administer.
 */
export async function revokeToken({ actor, tenant, user, database: { db } }: ClientContext, token: string): Promise<void> {
  checkId('token', token)
  checkTokenAffairs(actor)
  const anybodys = permissionsOf(actor).includes('administer')
  await db.transaction(async (tx) => {
    const revoked = await revokeRow(tx, anybodys ? { tenant, id: token } : { tenant, id: token, user })
    if (revoked === null) throw notFound('token', token)
    if (revoked.changed) await appendAudit(tx, { tenant, actor: user, event: 'token.revoked', data: { token, user: revoked.user } })
  })
}
