import { appendAudit, insertUser, violatedIndex } from '@countersign/db'
import { CountersignError, roleSchema, said } from '@countersign/workflows/contract'
import { z } from 'zod'
import type { ClientContext } from '../context.ts'
import type { NewUser, UserView } from '../desk-types.ts'
import { parseInput } from '../parse-input.ts'
import { hashPassword } from './hash-password.ts'
import { displayNameSchema, emailSchema, passwordSchema, userNameSchema } from './names.ts'
import { userView } from './user-view.ts'

export const rolesSchema = z
  .array(roleSchema)
  .min(1, 'must name at least one role')
  .transform((roles) => [...new Set(roles)])

const inputSchema = z.strictObject({
  id: userNameSchema,
  name: displayNameSchema.optional(),
  email: emailSchema.optional(),
  roles: rolesSchema,
  password: passwordSchema.optional(),
})

/**
 * Adds a person. Without a password they sign in with the provider, which is recognised by the address.
 * Throws `conflict` where the name or the address is taken, `invalid_input`.
 */
export async function addUser({ tenant, user: actor, database: { db } }: ClientContext, input: NewUser): Promise<UserView> {
  const { id, name = id, email = null, roles, password } = parseInput(inputSchema, input)
  const passwordHash = password === undefined ? null : await hashPassword(password)
  try {
    return await db.transaction(async (tx) => {
      const row = await insertUser(tx, { tenant, id, name, email, roles, passwordHash })
      await appendAudit(tx, { tenant, actor, event: 'user.added', data: { user: id, roles } })
      return userView(row)
    })
  } catch (error) {
    throw explainTaken(error, id, email)
  }
}

/** What another person has already, in words. */
export function explainTaken(error: unknown, id: string, email: string | null): unknown {
  switch (violatedIndex(error)) {
    case 'users_tenant_id_pk':
      return new CountersignError('conflict', said('person.nameTaken', { user: id }), { user: id })
    case 'users_email':
      return new CountersignError('conflict', said('person.addressTaken', { email: email ?? '' }), { user: id })
    default:
      return error
  }
}
