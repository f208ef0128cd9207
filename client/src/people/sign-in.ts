import { appendAudit, countAttempt, findUser, forgetAttempts, insertSession, markUserSeen, type UserRow } from '@countersign/db'
import { CountersignError, said } from '@countersign/workflows/contract'
import { type AccountsContext, knownRoles, type OpenedSession } from './accounts-context.ts'
import { checkPassword } from './hash-password.ts'
import { checkTenantName, userNameSchema } from './names.ts'
import { formatCookie, hashSecret, newSecret } from './secrets.ts'

/** The longest a session lasts, used or not. */
const SESSION_HOURS = 7 * 24
/** Failures are counted for this long, and this many are allowed. */
const MINUTES = 15
const ATTEMPTS = 10
const LONGEST_PASSWORD = 200

export interface PasswordSignIn {
  tenant: string
  user: string
  password: string
}

/**
 * Opens a session for whoever knows the password. Throws `wrong_credentials`, in the same words and after the same time whether the
 * person, the password or the tenant is wrong; `too_many_attempts` (`details: {freeAt}`) after ten wrong ones in fifteen minutes.
 */
export async function signIn({ database: { db } }: AccountsContext, wanted: PasswordSignIn): Promise<OpenedSession> {
  const { tenant, password } = wanted
  const user = userNameSchema.safeParse(wanted.user).data
  if (user === undefined || !checkTenantName(tenant) || password.length > LONGEST_PASSWORD) {
    await checkPassword('', null)
    throw wrongCredentials()
  }
  const { attempts, freeAt } = await countAttempt(db, { tenant, user, minutes: MINUTES })
  if (attempts > ATTEMPTS) {
    const until = { freeAt: freeAt.toISOString() }
    throw new CountersignError('too_many_attempts', said('person.tooMany', until), until)
  }
  const row = await findUser(db, { tenant, user })
  const right = await checkPassword(password, row?.passwordHash ?? null)
  if (row === null || !right || row.disabledAt !== null) throw wrongCredentials()
  await forgetAttempts(db, { tenant, user })
  return await openSessionFor({ database: { db } }, row, 'password')
}

const wrongCredentials = (): CountersignError => new CountersignError('wrong_credentials', said('person.wrong'))

/** Opens a session for a person who was recognised. */
export async function openSessionFor(
  { database: { db } }: { database: Pick<AccountsContext['database'], 'db'> },
  { tenant, id, name, roles }: UserRow,
  by: 'password' | 'openid',
): Promise<OpenedSession> {
  const secret = newSecret()
  const expiresAt = await db.transaction(async (tx) => {
    await markUserSeen(tx, { tenant, user: id })
    await appendAudit(tx, { tenant, actor: id, event: 'session.opened', data: { by } })
    return await insertSession(tx, { tenant, hash: hashSecret(secret), user: id, hours: SESSION_HOURS })
  })
  return { cookie: formatCookie({ tenant, secret }), expiresAt, name, actor: { tenant, user: id, roles: knownRoles(roles) } }
}
