import { appendAudit, findUser, insertToken } from '@countersign/db'
import { type Actor, CountersignError, newTokenId, permissionSchema, permissionsOf, said } from '@countersign/workflows/contract'
import { z } from 'zod'
import type { ClientContext } from '../context.ts'
import type { CreatedToken, NewToken } from '../desk-types.ts'
import { parseInput } from '../parse-input.ts'
import { displayNameSchema } from './names.ts'
import { formatToken, hashSecret, newSecret } from './secrets.ts'
import { tokenView } from './user-view.ts'

const DAYS = 90
const LONGEST_DAYS = 366

const inputSchema = z.strictObject({
  name: displayNameSchema,
  scopes: z
    .array(permissionSchema)
    .min(1, 'must name at least one permission')
    .transform((scopes) => [...new Set(scopes)]),
  days: z.number().int().min(1).max(LONGEST_DAYS).default(DAYS),
})

/**
 * Makes a token that acts for its maker within `scopes`, for `days` (90 by default). Its secret is in the answer and nowhere else.
 * Throws `forbidden` for permissions that one does not have, and for a token that may not administer; `not_found` where the maker has
 * no account.
 */
export async function createToken({ actor, tenant, user, database: { db } }: ClientContext, input: NewToken): Promise<CreatedToken> {
  const { name, scopes, days } = parseInput(inputSchema, input)
  checkTokenAffairs(actor)
  const allowed = permissionsOf(actor)
  const beyond = scopes.filter((scope) => !allowed.includes(scope))
  if (beyond.length > 0) {
    throw new CountersignError('forbidden', said('tokens.beyond', { beyond, allowed }), { beyond })
  }
  if ((await findUser(db, { tenant, user })) === null) {
    throw new CountersignError('not_found', said('tokens.noAccount', { user }), { user })
  }
  const secret = newSecret()
  const row = await db.transaction(async (tx) => {
    const token = await insertToken(tx, { id: newTokenId(), tenant, user, name, hash: hashSecret(secret), scopes, days })
    await appendAudit(tx, { tenant, actor: user, event: 'token.created', data: { token: token.id, scopes, days } })
    return token
  })
  return { ...tokenView(row), secret: formatToken({ tenant, secret }) }
}

/** Whoever finds a token must not be able to make it last, or take others away. */
export function checkTokenAffairs(actor: Actor): void {
  if (actor.scopes === undefined || permissionsOf(actor).includes('administer')) return
  throw new CountersignError('forbidden', said('tokens.affairs'))
}
