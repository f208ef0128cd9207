import {
  appendAudit,
  updateUser as changeRow,
  type DbOrTx,
  deleteSessionsOf,
  lockUsersWithRole,
  revokeTokensOf,
  type UserRowChange,
} from '@countersign/db'
import { CountersignError, type Role, said } from '@countersign/workflows/contract'
import { z } from 'zod'
import type { ClientContext } from '../context.ts'
import type { UserChange, UserView } from '../desk-types.ts'
import { notFound } from '../not-found.ts'
import { parseInput } from '../parse-input.ts'
import { explainTaken, rolesSchema } from './add-user.ts'
import { hashPassword } from './hash-password.ts'
import { displayNameSchema, emailSchema, passwordSchema, userNameSchema } from './names.ts'
import { userView } from './user-view.ts'

const changeSchema = z.strictObject({
  name: displayNameSchema.optional(),
  /** Empty: no address any more. */
  email: z.union([z.literal('').transform(() => null), emailSchema]).optional(),
  roles: rolesSchema.optional(),
  password: passwordSchema.optional(),
  disabled: z.boolean().optional(),
})
type Change = z.infer<typeof changeSchema>

/**
 * Changes a person; what is left out stays. A new password ends all sessions of the person; disabling ends them and revokes all
 * tokens. Safe to repeat. Throws `not_found`, `conflict` (the address is taken; nobody would be admin any more), `invalid_input`.
 */
export async function updateUser(context: ClientContext, id: string, input: UserChange): Promise<UserView> {
  const { tenant, user: actor, database } = context
  const change = parseInput(changeSchema, input)
  const user = userNameSchema.safeParse(id).data
  if (user === undefined) throw notFound('user', id)
  const row = await rowChange(change)
  try {
    return await database.db.transaction(async (tx) => {
      if (change.disabled === true || change.roles?.includes('admin') === false) await keepAnAdmin(tx, tenant, user)
      const changed = Object.keys(row).length === 0 ? null : await changeRow(tx, { tenant, user, change: row })
      if (changed === null) throw notFound('user', user)
      const ended = await endAccess(tx, { tenant, user }, change)
      await appendAudit(tx, { tenant, actor, event: 'user.changed', data: { user, ...describe(change), ...ended } })
      return userView(changed)
    })
  } catch (error) {
    throw explainTaken(error, user, change.email ?? null)
  }
}

async function rowChange({ name, email, roles, password, disabled }: Change): Promise<UserRowChange> {
  const row: UserRowChange = {}
  if (name !== undefined) row.name = name
  if (email !== undefined) row.email = email
  if (roles !== undefined) row.roles = roles
  if (password !== undefined) row.passwordHash = await hashPassword(password)
  if (disabled !== undefined) row.disabledAt = disabled ? new Date() : null
  if (Object.keys(row).length === 0) throw new CountersignError('invalid_input', said('person.nothing'))
  return row
}

async function keepAnAdmin(tx: DbOrTx, tenant: string, user: string): Promise<void> {
  const admins = await lockUsersWithRole(tx, { tenant, role: 'admin' satisfies Role })
  if (admins.length !== 1 || admins[0] !== user) return
  throw new CountersignError('conflict', said('person.lastAdmin', { user }), { user })
}

async function endAccess(tx: DbOrTx, who: { tenant: string; user: string }, { password, disabled }: Change) {
  if (password === undefined && disabled !== true) return {}
  const sessions = await deleteSessionsOf(tx, who)
  return disabled === true ? { sessions, tokens: await revokeTokensOf(tx, who) } : { sessions }
}

/** What the log says of a change: never an address, a name or a password. */
function describe({ roles, password, disabled, name, email }: Change): Record<string, unknown> {
  return {
    ...(roles !== undefined && { roles }),
    ...(disabled !== undefined && { disabled }),
    changed: Object.entries({ name, email, password }).flatMap(([key, value]) => (value === undefined ? [] : [key])),
  }
}
