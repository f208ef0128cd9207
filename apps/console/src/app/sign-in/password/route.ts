import { headers } from 'next/headers'
import { z } from 'zod'
import { consoleClient } from '../../../server/console-client.ts'
import { answerJson } from '../../../server/problems.ts'
import { checkOwnChange } from '../../../server/session.ts'
import { isSecure, keepCookie, SESSION_COOKIE } from '../../../signin/session-cookie.ts'

const bodySchema = z.strictObject({ tenant: z.string().max(200), user: z.string().max(200), password: z.string().max(2000) })

/** Opens a session for whoever knows the password. */
export const POST = (request: Request): Promise<Response> =>
  answerJson(async () => {
    await checkOwnChange()
    const { accounts, signIn } = consoleClient()
    const { cookie, expiresAt } = await accounts.signIn(bodySchema.parse(await request.json()))
    await keepCookie(SESSION_COOKIE, isSecure(await headers(), signIn), { value: cookie, expires: expiresAt })
    return {}
  })
