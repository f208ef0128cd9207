import { headers } from 'next/headers'
import { consoleClient } from '../../server/console-client.ts'
import { answerProblem } from '../../server/problems.ts'
import { checkOrigin } from '../../server/session.ts'
import { isSecure, keepCookie, readCookie, SESSION_COOKIE } from '../../signin/session-cookie.ts'

/** Ends the session of the browser that asks, here and in the database. */
export async function POST(): Promise<Response> {
  try {
    await checkOrigin()
    const { accounts, signIn } = consoleClient()
    const secure = isSecure(await headers(), signIn)
    const cookie = await readCookie(SESSION_COOKIE, secure)
    if (cookie !== undefined) await accounts.endSession(cookie)
    await keepCookie(SESSION_COOKIE, secure, null)
    // Relative: behind a proxy the process does not know its own address.
    return new Response(null, { status: 303, headers: { location: '/sign-in?out=1', 'clear-site-data': '"cache"' } })
  } catch (error) {
    return answerProblem(error)
  }
}
