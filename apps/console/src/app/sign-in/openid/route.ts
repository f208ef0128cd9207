import { headers } from 'next/headers'
import { clientError } from '../../../server/client-error.ts'
import { consoleClient } from '../../../server/console-client.ts'
import { reportError } from '../../../server/problems.ts'
import { beginSignIn } from '../../../signin/openid-provider.ts'
import { ownAddress, RETURN_PATH } from '../../../signin/own-address.ts'
import { returnPath } from '../../../signin/return-path.ts'
import { isSecure, keepCookie, OPENID_COOKIE } from '../../../signin/session-cookie.ts'

const PATIENCE_MS = 10 * 60_000

const goTo = (location: string): Response => new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })

/** Sends the browser to the provider. Nothing is changed here but a cookie that expects it back. */
export async function GET(request: Request): Promise<Response> {
  const { signIn } = consoleClient()
  if (signIn.openId === null) return goTo('/sign-in')
  const asked = new URL(request.url).searchParams
  const sent = await headers()
  try {
    const { address, underWay } = await beginSignIn(signIn.openId, {
      redirectUri: `${ownAddress(sent, signIn)}${RETURN_PATH}`,
      tenant: asked.get('tenant') ?? signIn.tenant,
      to: returnPath(asked.get('to')),
      again: asked.has('again'),
    })
    const kept = { value: encodeURIComponent(JSON.stringify(underWay)), expires: new Date(Date.now() + PATIENCE_MS) }
    await keepCookie(OPENID_COOKIE, isSecure(sent, signIn), kept)
    return goTo(address.href)
  } catch (error) {
    if (clientError(error) === null) reportError(error)
    return goTo('/sign-in?problem=provider')
  }
}
