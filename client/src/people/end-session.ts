import { appendAudit, deleteSession } from '@countersign/db'
import type { AccountsContext } from './accounts-context.ts'
import { hashSecret, parseCookie } from './secrets.ts'

/** What is left to do where a session has ended: `idToken` ends that of the provider, where one vouched for the person. */
export interface EndedSession {
  idToken: string | null
}

/** Ends a session. Nothing happens where it has ended already. */
export async function endSession({ database: { db } }: AccountsContext, cookie: string): Promise<EndedSession> {
  const credential = parseCookie(cookie)
  if (credential === null) return { idToken: null }
  const { tenant } = credential
  return await db.transaction(async (tx) => {
    const ended = await deleteSession(tx, { tenant, hash: hashSecret(credential.secret) })
    if (ended === null) return { idToken: null }
    await appendAudit(tx, { tenant, actor: ended.user, event: 'session.closed', data: { why: 'signed out' } })
    return { idToken: ended.idToken }
  })
}
