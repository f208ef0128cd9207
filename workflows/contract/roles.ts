import { z } from 'zod'

/** What a person is in a tenant. A person may have several. */
export const ROLES = ['viewer', 'reviewer', 'approver', 'operator', 'admin'] as const
export const roleSchema = z.enum(ROLES)
export type Role = z.infer<typeof roleSchema>

/**
 * What a door asks of whoever comes through it. `read`: look at anything of the tenant. `review`: claim, decide, comment.
 * `assign`: give work to others, send back, change deadlines. `operate`: start, cancel, retry, ingest. `audit`: verify and export
 * the log. `administer`: people, tokens of others, policies.
 */
export const PERMISSIONS = ['read', 'review', 'assign', 'operate', 'audit', 'administer'] as const
export const permissionSchema = z.enum(PERMISSIONS)
export type Permission = z.infer<typeof permissionSchema>

/** What each role may do. Nothing that is not listed. */
export const ROLE_PERMISSIONS: Record<Role, readonly Permission[]> = {
  viewer: ['read'],
  reviewer: ['read', 'review'],
  approver: ['read', 'review', 'assign'],
  operator: ['read', 'review', 'operate'],
  admin: PERMISSIONS,
}

/** Who acts: a named person with roles in one tenant. `scopes`: a token that may do less than its owner. */
export interface Actor {
  tenant: string
  user: string
  roles: readonly Role[]
  scopes?: readonly Permission[]
  /** The signed-in browser it came by, by the hash of its session. */
  session?: string
}

/** All that the actor may do: what its roles allow, cut down to the scopes of its token. */
export function permissionsOf({ roles, scopes }: Pick<Actor, 'roles' | 'scopes'>): Permission[] {
  return PERMISSIONS.filter(
    (permission) => roles.some((role) => ROLE_PERMISSIONS[role].includes(permission)) && (!scopes || scopes.includes(permission)),
  )
}
