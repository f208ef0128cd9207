import type { Database } from '@countersign/db'
import { type Actor, type Permission, permissionSchema, type Role, roleSchema } from '@countersign/workflows/contract'

/** What signing in works with: connections of the owner, since nobody is known yet whose tenant could bind them. */
export interface AccountsContext {
  database: Database
}

/** Who is signed in. */
export interface SignedIn {
  actor: Actor
  /** What the person is called. */
  name: string
}

/** A session that was opened: `cookie` is said once and kept by the browser alone. */
export interface OpenedSession extends SignedIn {
  cookie: string
  expiresAt: Date
}

/** What a version of tomorrow wrote and this one does not know, allows nothing. */
export const knownRoles = (roles: readonly string[]): Role[] => roles.flatMap((role) => roleSchema.safeParse(role).data ?? [])
export const knownScopes = (scopes: readonly string[]): Permission[] =>
  scopes.flatMap((scope) => permissionSchema.safeParse(scope).data ?? [])
