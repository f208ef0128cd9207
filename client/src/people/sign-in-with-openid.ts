import { appendAudit, type Db, findUser, findUserByEmail, findUserBySubject, insertUser, type UserRow, updateUser } from '@countersign/db'
import { CountersignError, type Role } from '@countersign/workflows/contract'
import type { AccountsContext, OpenedSession } from './accounts-context.ts'
import { checkTenantName, displayNameSchema, emailSchema, userNameSchema } from './names.ts'
import { openSessionFor } from './sign-in.ts'

/** What a provider says about a person, after its answer was verified. */
export interface OpenIdClaims {
  tenant: string
  issuer: string
  subject: string
  name?: string
  /** The name the person would like to act under. */
  preferredName?: string
  email?: string
  emailVerified?: boolean
  /** What the provider says the person may be; where left out, roles stay as they are here. */
  roles?: Role[]
  /** People who are not known yet are added with this role; where left out they are refused. */
  defaultRole?: Role
  /** The provider's token, with which its session can be ended later. */
  idToken?: string
}

/**
 * Opens a session for whom a provider vouches for: the person it vouched for before, else the one with the verified address, who is
 * this subject's from then on, else a new one where a default role is set. Throws `forbidden` (`details.why`: `stranger`,
 * `disabled`).
 */
export async function signInWithOpenId({ database }: AccountsContext, claims: OpenIdClaims): Promise<OpenedSession> {
  if (!checkTenantName(claims.tenant)) throw notInvited(claims)
  const known = (await recognise(database.db, claims)) ?? (await invite(database.db, claims))
  if (known === null) throw notInvited(claims)
  if (known.disabledAt !== null)
    throw new CountersignError('forbidden', `${known.id} may not sign in any more. An admin can change that.`, { why: 'disabled' })
  return await openSessionFor({ database }, await takeRoles(database.db, known, claims.roles), {
    by: 'openid',
    idToken: claims.idToken,
  })
}

async function recognise(db: Db, { tenant, issuer, subject, email, emailVerified }: OpenIdClaims): Promise<UserRow | null> {
  const bySubject = await findUserBySubject(db, { tenant, issuer, subject })
  if (bySubject !== null) return bySubject
  const address = emailVerified === true ? emailSchema.safeParse(email).data : undefined
  const byEmail = address === undefined ? null : await findUserByEmail(db, { tenant, email: address })
  // Somebody else of the provider already is this person.
  if (byEmail === null || byEmail.subject !== null) return null
  await updateUser(db, { tenant, user: byEmail.id, change: { issuer, subject } })
  return { ...byEmail, issuer, subject }
}

async function invite(db: Db, claims: OpenIdClaims): Promise<UserRow | null> {
  const { tenant, issuer, subject, defaultRole } = claims
  if (defaultRole === undefined) return null
  const address = claims.emailVerified === true ? (emailSchema.safeParse(claims.email).data ?? null) : null
  const email = address !== null && (await findUserByEmail(db, { tenant, email: address })) === null ? address : null
  const id = await freeName(db, claims)
  const name = displayNameSchema.safeParse(claims.name).data ?? id
  const roles = claims.roles ?? [defaultRole]
  return await db.transaction(async (tx) => {
    await insertUser(tx, { tenant, id, name, email, roles, passwordHash: null, issuer, subject })
    await appendAudit(tx, { tenant, actor: id, event: 'user.added', data: { user: id, roles, by: 'openid' } })
    return await findUser(tx, { tenant, user: id })
  })
}

/** The name the person would like, or the first one like it that nobody has. */
async function freeName(db: Db, { tenant, preferredName, email }: OpenIdClaims): Promise<string> {
  const wish = [preferredName, email?.split('@')[0]].flatMap((name) => userNameSchema.safeParse(name).data ?? [])[0] ?? 'guest'
  for (let number = 1; ; number++) {
    const name = number === 1 ? wish : `${wish.slice(0, 50)}-${number}`
    if ((await findUser(db, { tenant, user: name })) === null) return name
  }
}

async function takeRoles(db: Db, user: UserRow, roles: Role[] | undefined): Promise<UserRow> {
  if (roles === undefined || JSON.stringify(roles) === JSON.stringify(user.roles)) return user
  const { tenant, id } = user
  await db.transaction(async (tx) => {
    await updateUser(tx, { tenant, user: id, change: { roles } })
    await appendAudit(tx, { tenant, actor: id, event: 'user.changed', data: { user: id, roles, by: 'openid' } })
  })
  return { ...user, roles }
}

function notInvited({ email, preferredName, subject }: OpenIdClaims): CountersignError {
  const who = email ?? preferredName ?? subject
  return new CountersignError(
    'forbidden',
    `${who.slice(0, 200)} signed in at the provider, but is not known here. Ask an admin to add this address, then sign in again.`,
    { why: 'stranger' },
  )
}
