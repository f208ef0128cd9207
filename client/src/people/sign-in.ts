import {
  appendAudit,
  countAttempt,
  type Db,
  findUser,
  forgetAttempts,
  forgiveAttempt,
  insertSession,
  markUserSeen,
  recordRefusals,
  type UserRow,
} from '@countersign/db'
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
  await checkAttempts(db, { tenant, user })
  const row = await findUser(db, { tenant, user })
  const right = await checkPassword(password, row?.passwordHash ?? null)
  if (row === null || !right || row.disabledAt !== null) {
    await recordRefusals(db, { tenant, user })
    throw wrongCredentials()
  }
  await settleAttempts(db, { tenant, user })
  return await openSessionFor({ database: { db } }, row, { by: 'password' })
}

interface Name {
  tenant: string
  user: string
}

/** Counts an attempt for the name. Throws `too_many_attempts` (`details: {freeAt}`) after ten in fifteen minutes. */
export async function checkAttempts(db: Db, name: Name): Promise<void> {
  const { attempts, freeAt } = await countAttempt(db, { ...name, minutes: MINUTES })
  if (attempts <= ATTEMPTS) return
  await recordRefusals(db, name)
  const until = { freeAt: freeAt.toISOString() }
  throw new CountersignError('too_many_attempts', said('person.tooMany', until), until)
}

/** The password was right, this time: what failed before it is told, and forgiven. */
export async function settleAttempts(db: Db, name: Name): Promise<void> {
  await forgiveAttempt(db, name)
  await recordRefusals(db, { ...name, now: true })
  await forgetAttempts(db, name)
}

const wrongCredentials = (): CountersignError => new CountersignError('wrong_credentials', said('person.wrong'))

/** Opens a session for a person who was recognised. */
export async function openSessionFor(
  { database: { db } }: { database: Pick<AccountsContext['database'], 'db'> },
  { tenant, id, name, roles }: UserRow,
  { by, idToken = null }: { by: 'password' | 'openid'; idToken?: string | null },
): Promise<OpenedSession> {
  const secret = newSecret()
  const hash = hashSecret(secret)
  const expiresAt = await db.transaction(async (tx) => {
    await markUserSeen(tx, { tenant, user: id })
    await appendAudit(tx, { tenant, actor: id, event: 'session.opened', data: { by } })
    return await insertSession(tx, { tenant, hash, user: id, hours: SESSION_HOURS, idToken })
  })
  return { cookie: formatCookie({ tenant, secret }), expiresAt, name, actor: { tenant, user: id, roles: knownRoles(roles), session: hash } }
}
