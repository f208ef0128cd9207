import { CountersignError, type Role, roleSchema } from '@countersign/client/contract'
import * as openid from 'openid-client'
import { z } from 'zod'
import type { OpenIdSettings } from './sign-in-settings.ts'

/** What a sign-in that is under way must remember; kept in a cookie of the browser that began it. */
export const underWaySchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  tenant: z.string(),
  to: z.string(),
})
export type UnderWay = z.infer<typeof underWaySchema>

const claimsSchema = z.looseObject({
  sub: z.string(),
  name: z.string().optional().catch(undefined),
  preferred_username: z.string().optional().catch(undefined),
  email: z.string().optional().catch(undefined),
  email_verified: z.boolean().optional().catch(undefined),
})
type Claims = z.infer<typeof claimsSchema>

/** Who came back, as the provider says. */
export interface Vouched {
  issuer: string
  subject: string
  name: string | undefined
  preferredName: string | undefined
  email: string | undefined
  emailVerified: boolean
  roles: Role[] | undefined
  /** Ends the provider's session later. */
  idToken: string | undefined
}

const TIMEOUT_S = 10
const known = new Map<string, Promise<openid.Configuration>>()

/** The provider's addresses and keys, asked for once; again where it did not answer. */
async function discover({ issuer, clientId, clientSecret }: OpenIdSettings): Promise<openid.Configuration> {
  const key = `${issuer.href} ${clientId}`
  const asked = known.get(key)
  if (asked !== undefined) return await asked
  const execute = [openid.enableNonRepudiationChecks, ...(issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : [])]
  const found = openid.discovery(issuer, clientId, clientSecret, undefined, { execute, timeout: TIMEOUT_S })
  known.set(key, found)
  try {
    return await found
  } catch (error) {
    known.delete(key)
    throw new CountersignError('unavailable', `The sign-in provider ${issuer.host} does not answer. Try again.`, {}, { cause: error })
  }
}

/** Where to send the browser, and what to remember until it comes back (code flow with PKCE, RFC 7636). */
export async function beginSignIn(
  settings: OpenIdSettings,
  asked: { redirectUri: string; tenant: string; to: string; again: boolean },
): Promise<{ address: URL; underWay: UnderWay }> {
  const configuration = await discover(settings)
  const underWay = {
    state: openid.randomState(),
    nonce: openid.randomNonce(),
    verifier: openid.randomPKCECodeVerifier(),
    tenant: asked.tenant,
    to: asked.to,
  }
  const address = openid.buildAuthorizationUrl(configuration, {
    redirect_uri: asked.redirectUri,
    scope: 'openid profile email',
    state: underWay.state,
    nonce: underWay.nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(underWay.verifier),
    code_challenge_method: 'S256',
    ...(asked.again && { prompt: 'login' }),
  })
  return { address, underWay }
}

/** Takes in what the provider answered to the browser, and asks it who that is. Throws where anything does not fit. */
export async function finishSignIn(settings: OpenIdSettings, answer: URL, underWay: UnderWay): Promise<Vouched> {
  const configuration = await discover(settings)
  const tokens = await openid.authorizationCodeGrant(configuration, answer, {
    pkceCodeVerifier: underWay.verifier,
    expectedState: underWay.state,
    expectedNonce: underWay.nonce,
    idTokenExpected: true,
  })
  const identity = claimsSchema.parse(tokens.claims())
  // Many providers put name and address there and not into the token.
  const more = configuration.serverMetadata().userinfo_endpoint
    ? await openid.fetchUserInfo(configuration, tokens.access_token, identity.sub)
    : {}
  const claims = claimsSchema.parse({ ...identity, ...more })
  return {
    issuer: configuration.serverMetadata().issuer,
    subject: claims.sub,
    name: claims.name,
    preferredName: claims.preferred_username,
    email: claims.email,
    emailVerified: claims.email_verified === true,
    roles: rolesOf(claims, settings),
    idToken: tokens.id_token,
  }
}

/**
 * Where the browser ends its session at the provider (OpenID Connect RP-Initiated Logout 1.0), to come back to `back`; null where the
 * provider offers no such address.
 */
export async function signOutAddress(settings: OpenIdSettings, { idToken, back }: { idToken: string; back: string }): Promise<URL | null> {
  const configuration = await discover(settings)
  if (configuration.serverMetadata().end_session_endpoint === undefined) return null
  return openid.buildEndSessionUrl(configuration, { id_token_hint: idToken, post_logout_redirect_uri: back })
}

/** Roles as the provider names them, as a list or as words; what is no role of ours is left out. */
function rolesOf(claims: Claims, { rolesClaim, defaultRole }: OpenIdSettings): Role[] | undefined {
  if (rolesClaim === undefined) return undefined
  const claim = claims[rolesClaim]
  const names: unknown[] = Array.isArray(claim) ? claim : typeof claim === 'string' ? claim.split(/[\s,]+/) : []
  const roles = [...new Set(names.flatMap((name) => roleSchema.safeParse(name).data ?? []))]
  return roles.length === 0 && defaultRole !== undefined ? [defaultRole] : roles
}
