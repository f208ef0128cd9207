import { headers } from 'next/headers'
import { z } from 'zod'
import { isSecure, keepCookie, readCookie } from './session-cookie.ts'
import type { SignInSettings } from './sign-in-settings.ts'

/** Why signing in at the provider led nowhere. `stranger`: it vouches for somebody who is not known here. */
const kindSchema = z.enum(['stranger', 'disabled', 'cancelled', 'stale', 'provider'])
export type ProblemKind = z.infer<typeof kindSchema>

/** Whom the provider vouched for; in a cookie, so that no link can put words on the sign-in page. */
const WHO_COOKIE = 'countersign-who'
const MINUTE_MS = 60_000

export async function keepWho(settings: SignInSettings, who: string): Promise<void> {
  const kept = { value: encodeURIComponent(who.slice(0, 200)), expires: new Date(Date.now() + MINUTE_MS) }
  await keepCookie(WHO_COOKIE, isSecure(await headers(), settings), kept)
}

/** The problem that an address names, and whom it is about where that is known. */
export async function readProblem(
  settings: SignInSettings,
  named: string | undefined,
): Promise<{ kind: ProblemKind; who: string | null } | null> {
  const kind = kindSchema.safeParse(named)
  if (!kind.success) return null
  const who = await readCookie(WHO_COOKIE, isSecure(await headers(), settings))
  return { kind: kind.data, who: who === undefined ? null : decodeURIComponent(who) }
}
