import type { CountersignClient } from '@countersign/client'
import { headers } from 'next/headers'
import { consoleClient } from './console-client.ts'
import { type Refusal, refuseForeignChange, refuseHost } from './request-guard.ts'

/** Who is asking, and the door through which everything is read and changed as that person. */
export interface Session {
  tenant: string
  user: string
  client: CountersignClient
}

/** A request the console does not serve; carries the HTTP status. */
export class RefusedError extends Error {
  readonly status: Refusal['status']
  constructor(refusal: Refusal) {
    super(refusal.message)
    this.name = 'RefusedError'
    this.status = refusal.status
  }
}

function present(): Session {
  const { client, user } = consoleClient()
  return { tenant: client.tenant, user, client }
}

/**
 * The only way to the client for reading. The person is the one of the environment for now: the console listens on
 * this machine alone. Throws {@link RefusedError} on a foreign host; every page and route passes through here.
 */
export async function openSession(): Promise<Session> {
  const refusal = refuseHost(await headers())
  if (refusal) throw new RefusedError(refusal)
  return present()
}

/** As {@link openSession}, for a request that changes something: it must come from a page of this console. */
export async function openChange(): Promise<Session> {
  const refusal = refuseForeignChange(await headers())
  if (refusal) throw new RefusedError(refusal)
  return present()
}
