import { appendAudit, deleteSession } from '@countersign/db'
import type { AccountsContext } from './accounts-context.ts'
import { hashSecret, parseCookie } from './secrets.ts'

/** Ends a session. Nothing happens where it has ended already. */
export async function endSession({ database: { db } }: AccountsContext, cookie: string): Promise<void> {
  const credential = parseCookie(cookie)
  if (credential === null) return
  const { tenant } = credential
  await db.transaction(async (tx) => {
    const user = await deleteSession(tx, { tenant, hash: hashSecret(credential.secret) })
    if (user !== null) await appendAudit(tx, { tenant, actor: user, event: 'session.closed', data: { why: 'signed out' } })
  })
}
