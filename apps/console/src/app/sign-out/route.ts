import { headers } from 'next/headers'
import { consoleClient } from '../../server/console-client.ts'
import { answerProblem, reportError } from '../../server/problems.ts'
import { checkOrigin } from '../../server/session.ts'
import { signOutAddress } from '../../signin/openid-provider.ts'
import { ownAddress } from '../../signin/own-address.ts'
import { isSecure, keepCookie, readCookie, SESSION_COOKIE } from '../../signin/session-cookie.ts'

const HERE = '/sign-in?out=1'
const UNKEPT = { 'cache-control': 'no-store', 'clear-site-data': '"cache"' }

/** Ends the session of the browser that asks, here and in the database, and at the provider that vouched for it. */
export async function POST(): Promise<Response> {
  try {
    await checkOrigin()
    const { accounts, signIn } = consoleClient()
    const secure = isSecure(await headers(), signIn)
    const cookie = await readCookie(SESSION_COOKIE, secure)
    const { idToken } = cookie === undefined ? { idToken: null } : await accounts.endSession(cookie)
    await keepCookie(SESSION_COOKIE, secure, null)
    const there = idToken === null ? null : await addressAtProvider(idToken)
    // Not a redirect: the content policy lets a form of this console lead nowhere else.
    if (there) return new Response(null, { status: 200, headers: { ...UNKEPT, refresh: `0;url=${there.href}` } })
    // Relative: behind a proxy the process does not know its own address.
    return new Response(null, { status: 303, headers: { ...UNKEPT, location: HERE } })
  } catch (error) {
    return answerProblem(error)
  }
}

/** Null where the provider does not answer: the session here has ended in any case. */
async function addressAtProvider(idToken: string): Promise<URL | null> {
  const { signIn } = consoleClient()
  if (signIn.openId === null) return null
  const back = `${ownAddress(await headers(), signIn)}/sign-in`
  try {
    return await signOutAddress(signIn.openId, { idToken, back })
  } catch (error) {
    reportError(error)
    return null
  }
}
