import type { ListedUser, TokenRow } from '@countersign/db'
import type { TokenView, UserView } from '../desk-types.ts'
import { knownRoles, knownScopes } from './accounts-context.ts'

export function userView(user: ListedUser): UserView {
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    roles: knownRoles(user.roles),
    signsIn: user.subject !== null ? 'openid' : user.hasPassword ? 'password' : 'not yet',
    disabled: user.disabledAt !== null,
    createdAt: user.createdAt.toISOString(),
    seenAt: user.seenAt?.toISOString() ?? null,
  }
}

export function tokenView(token: TokenRow): TokenView {
  return {
    id: token.id,
    user: token.user,
    name: token.name,
    scopes: knownScopes(token.scopes),
    createdAt: token.createdAt.toISOString(),
    expiresAt: token.expiresAt.toISOString(),
    revokedAt: token.revokedAt?.toISOString() ?? null,
    usedAt: token.usedAt?.toISOString() ?? null,
  }
}
