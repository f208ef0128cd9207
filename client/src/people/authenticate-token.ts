import { findValidToken, markTokenUsed } from '@countersign/db'
import { type AccountsContext, knownRoles, knownScopes, type SignedIn } from './accounts-context.ts'
import { hashSecret, parseToken } from './secrets.ts'

/** Who acts by this token, within its scopes; null where it is not known, has expired, was revoked, or its person is disabled. */
export async function authenticateToken({ database: { db } }: AccountsContext, token: string): Promise<SignedIn | null> {
  const credential = parseToken(token)
  if (credential === null) return null
  const { tenant } = credential
  const valid = await findValidToken(db, { tenant, hash: hashSecret(credential.secret) })
  if (valid === null) return null
  await markTokenUsed(db, { tenant, id: valid.id })
  return { actor: { tenant, user: valid.user, roles: knownRoles(valid.roles), scopes: knownScopes(valid.scopes) }, name: valid.name }
}
