import type { CountersignClient, SignedIn } from '@countersign/client'
import { CountersignError, type Sentence, said } from '@countersign/client/contract'
import { headers } from 'next/headers'
import { cache } from 'react'
import { isSecure, readCookie, SESSION_COOKIE } from '../signin/session-cookie.ts'
import { consoleClient } from './console-client.ts'
import { type Refusal, refuseForeignChange, refuseForeignOrigin, refuseHost } from './request-guard.ts'

/** Who is asking, and the door through which everything is read and changed as that person. */
export interface Session {
  tenant: string
  user: string
  client: CountersignClient
  /** Whether it is still so: sessions end, tokens are revoked, people are disabled. */
  isOpen(): Promise<boolean>
}

/** A request the console does not serve; carries the HTTP status. */
export class RefusedError extends Error {
  readonly status: Refusal['status']
  readonly says: Sentence | null
  constructor(refusal: Refusal) {
    super(refusal.message)
    this.name = 'RefusedError'
    this.status = refusal.status
    this.says = refusal.says ?? null
  }
}

/** The token that a request shows. What else a proxy in front may put there is not ours. */
const tokenOf = (sent: Headers): string | null => /^Bearer +(\S*)$/i.exec(sent.get('authorization') ?? '')?.[1] ?? null

/** Once per page, though layout and page both ask. */
const present = cache(async (): Promise<Session> => {
  const { client, user, signIn } = consoleClient()
  if (signIn.mode === 'environment') return { tenant: client.tenant, user, client, isOpen: async () => true }
  const recognise = await credentialsOf(await headers())
  const signedIn = await recognise()
  if (signedIn === null) throw await signedOut(await headers())
  const { actor } = signedIn
  return { tenant: actor.tenant, user: actor.user, client: client.as(actor), isOpen: async () => (await recognise()) !== null }
})

/** What the request shows; asked again, it says whether that still opens something. */
async function credentialsOf(sent: Headers): Promise<() => Promise<SignedIn | null>> {
  const { accounts, signIn } = consoleClient()
  const token = tokenOf(sent)
  if (token !== null) return () => accounts.authenticateToken(token)
  const cookie = await readCookie(SESSION_COOKIE, isSecure(sent, signIn))
  return async () => (cookie === undefined ? null : await accounts.openSession(cookie))
}

/** A program that showed nothing is told how to; whoever sits in a browser has a page to go to. */
async function signedOut(sent: Headers): Promise<CountersignError> {
  const isBrowser = sent.has('sec-fetch-site') || (await readCookie(SESSION_COOKIE, isSecure(sent, consoleClient().signIn))) !== undefined
  const why = tokenOf(sent) !== null ? 'door.badToken' : isBrowser ? 'door.signedOut' : 'door.noToken'
  return new CountersignError('signed_out', said(why))
}

/**
 * The one place where a request becomes a person, and so the only way to the client: by the session's cookie, by a token
 * (`Authorization: Bearer …`), or, where COUNTERSIGN_SIGN_IN is `environment`, by being on this machine. Throws `signed_out`, and
 * {@link RefusedError} on a foreign host.
 */
export async function openSession(): Promise<Session> {
  refuse(refuseHost(await headers()))
  return await present()
}

/**
 * As {@link openSession}, for a request that changes something: a browser must have sent it from a page of this console. A token is
 * sent by no browser on its own, so whoever sends one may be anywhere.
 */
export async function openChange(): Promise<Session> {
  const sent = await headers()
  const byToken = tokenOf(sent) !== null && consoleClient().signIn.mode !== 'environment'
  refuse(byToken ? refuseHost(sent) : refuseForeignChange(sent))
  return await present()
}

/** For signing out, which is a form: a page of this console must have sent it; who sent it is not asked. */
export async function checkOrigin(): Promise<void> {
  refuse(refuseForeignOrigin(await headers()))
}

/** For signing in: as {@link checkOrigin}, with a body of JSON. */
export async function checkOwnChange(): Promise<void> {
  refuse(refuseForeignChange(await headers()))
}

function refuse(refusal: Refusal | null): void {
  if (refusal) throw new RefusedError(refusal)
}
