import { findSession, markSessionSeen } from '@countersign/db'
import { type AccountsContext, knownRoles, type SignedIn } from './accounts-context.ts'
import { hashSecret, parseCookie } from './secrets.ts'

/** A session that nobody has used for this long has ended. */
const IDLE_HOURS = 24
const MINUTE = 60_000

/** Who has this cookie, with the roles they have now; null where the session has ended, was ended, or its person is disabled. */
export async function openSession({ database: { db } }: AccountsContext, cookie: string): Promise<SignedIn | null> {
  const credential = parseCookie(cookie)
  if (credential === null) return null
  const { tenant } = credential
  const hash = hashSecret(credential.secret)
  const session = await findSession(db, { tenant, hash, idleHours: IDLE_HOURS })
  if (session === null) return null
  if (Date.now() - session.seenAt.getTime() > MINUTE) await markSessionSeen(db, { tenant, hash })
  return { actor: { tenant, user: session.user, roles: knownRoles(session.roles), session: hash }, name: session.name }
}
