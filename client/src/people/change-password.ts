import { appendAudit, deleteSessionsOf, findUser, recordRefusals, updateUser } from '@countersign/db'
import { CountersignError, said } from '@countersign/workflows/contract'
import { z } from 'zod'
import type { ClientContext } from '../context.ts'
import type { PasswordChange } from '../desk-types.ts'
import { notFound } from '../not-found.ts'
import { parseInput } from '../parse-input.ts'
import { checkPassword, hashPassword } from './hash-password.ts'
import { passwordSchema } from './names.ts'
import { checkAttempts, settleAttempts } from './sign-in.ts'

const inputSchema = z.strictObject({ old: z.string().max(200), new: passwordSchema })

/**
 * Gives oneself a new password; whoever asks must know the old one. All other sessions of the person end. Wrong old passwords count
 * as failed sign-ins. Throws `invalid_input` for those and for a new one that is too weak, `too_many_attempts`, `conflict` where the person signs in with a provider,
 * `not_found` where one has no account. Not safe to repeat: the old one is another then.
 */
export async function changePassword({ actor, tenant, user, database: { db } }: ClientContext, input: PasswordChange): Promise<void> {
  const wanted = parseInput(inputSchema, input)
  const row = await findUser(db, { tenant, user })
  if (row === null) throw notFound('user', user)
  if (row.passwordHash === null) throw new CountersignError('conflict', said('person.noPassword'))
  await checkAttempts(db, { tenant, user })
  if (!(await checkPassword(wanted.old, row.passwordHash))) {
    await recordRefusals(db, { tenant, user })
    throw new CountersignError('invalid_input', said('person.oldPassword'), {
      issues: [{ path: 'old', message: said('person.oldPassword').english }],
    })
  }
  await settleAttempts(db, { tenant, user })
  const passwordHash = await hashPassword(wanted.new)
  await db.transaction(async (tx) => {
    await updateUser(tx, { tenant, user, change: { passwordHash } })
    const sessions = await deleteSessionsOf(tx, { tenant, user, but: actor.session })
    await appendAudit(tx, { tenant, actor: user, event: 'user.password_changed', data: { user, sessions } })
  })
}
