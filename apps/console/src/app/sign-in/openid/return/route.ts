import { headers } from 'next/headers'
import { AuthorizationResponseError } from 'openid-client'
import { clientError } from '../../../../server/client-error.ts'
import { consoleClient } from '../../../../server/console-client.ts'
import { reportError } from '../../../../server/problems.ts'
import { keepWho, type ProblemKind } from '../../../../signin/openid-problem.ts'
import { finishSignIn, type UnderWay, underWaySchema } from '../../../../signin/openid-provider.ts'
import { ownAddress } from '../../../../signin/own-address.ts'
import { returnPath } from '../../../../signin/return-path.ts'
import { isSecure, keepCookie, OPENID_COOKIE, readCookie, SESSION_COOKIE } from '../../../../signin/session-cookie.ts'
import type { OpenIdSettings } from '../../../../signin/sign-in-settings.ts'

const goTo = (location: string): Response => new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })

/** Back from the provider: the browser that began, with an answer to what it asked, gets a session. */
export async function GET(request: Request): Promise<Response> {
  const { signIn } = consoleClient()
  const sent = await headers()
  const secure = isSecure(sent, signIn)
  const underWay = readUnderWay(await readCookie(OPENID_COOKIE, secure))
  await keepCookie(OPENID_COOKIE, secure, null)
  if (signIn.openId === null || underWay === null) return failed('stale', '/inbox')
  const { pathname, search } = new URL(request.url)
  try {
    return await open(signIn.openId, new URL(`${pathname}${search}`, ownAddress(sent, signIn)), underWay)
  } catch (error) {
    if (error instanceof AuthorizationResponseError) return failed(error.error === 'access_denied' ? 'cancelled' : 'provider', underWay.to)
    if (clientError(error) === null) reportError(error)
    return failed('provider', underWay.to)
  }
}

async function open(openId: OpenIdSettings, answer: URL, underWay: UnderWay): Promise<Response> {
  const { accounts, signIn } = consoleClient()
  const vouched = await finishSignIn(openId, answer, underWay)
  try {
    // Newcomers and roles of the provider are for the tenant it was set up for: anybody may name another one.
    const trusted = underWay.tenant === signIn.tenant ? { roles: vouched.roles, defaultRole: openId.defaultRole } : { roles: undefined }
    const { cookie, expiresAt } = await accounts.signInWithOpenId({ ...vouched, tenant: underWay.tenant, ...trusted })
    await keepCookie(SESSION_COOKIE, isSecure(await headers(), signIn), { value: cookie, expires: expiresAt })
    return goTo(returnPath(underWay.to))
  } catch (error) {
    const known = clientError(error)
    if (known?.code !== 'forbidden') throw error
    await keepWho(signIn, vouched.email ?? vouched.preferredName ?? vouched.subject)
    return failed(known.details.why === 'disabled' ? 'disabled' : 'stranger', underWay.to)
  }
}

function failed(problem: ProblemKind, to: string): Response {
  return goTo(`/sign-in?${new URLSearchParams({ problem, to: returnPath(to) })}`)
}

function readUnderWay(cookie: string | undefined): UnderWay | null {
  if (cookie === undefined) return null
  try {
    return underWaySchema.parse(JSON.parse(decodeURIComponent(cookie)))
  } catch {
    return null
  }
}
