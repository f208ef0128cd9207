import { randomBytes } from 'node:crypto'
import { createBlobStore, explainDatabaseError } from '@countersign/db'
import { type Actor, ROLES, type Role } from '@countersign/workflows/contract'
import { createChangeHub } from './change-hub.ts'
import type { ClientContext } from './context.ts'
import { createDeliveries } from './deliveries.ts'
import { auditDoors } from './doors/audit.ts'
import { inboxDoors } from './doors/inbox.ts'
import { peopleDoors } from './doors/people.ts'
import { policyDoors } from './doors/policies.ts'
import { reviewDoors } from './doors/reviews.ts'
import { runDoors } from './doors/runs.ts'
import { timeTravelDoors } from './doors/time-travel.ts'
import { checkDoor, DOORS } from './permissions.ts'
import type { Environment } from './read-environment.ts'
import { readSecret } from './read-secret.ts'
import { createTickets } from './reviews/tickets.ts'
import { createSeal } from './seal.ts'
import { createTemporalGateway } from './temporal/gateway.ts'
import { createTenantDatabases } from './tenant-databases.ts'
import type { CountersignClient } from './types.ts'

/**
 * What a client is made of; `readEnvironment()` answers it. `connections`: most to Postgres at a time and tenant, 10 by default.
 * `roles`: what the named person is; all roles by default, since whoever holds the database's password can do anything anyway.
 * `audit`: where the key of the audit log is; without it nobody can verify. `requireTicket`: a decision must carry the ticket that `getReview` gave, as it must wherever a request comes from afar. Tickets are
 * signed with `secret`, or the secret in `home`; without either, with one that this client alone knows.
 */
export type ClientOptions = Omit<Environment, 'home' | 'secret' | 'audit'> &
  Partial<Pick<Environment, 'home' | 'secret' | 'audit'>> & { connections?: number; roles?: readonly Role[]; requireTicket?: boolean }

const CONNECT_TIMEOUT = 10_000
/** How long `close` waits for first deliveries to Temporal; what is not delivered by then, the relay delivers. */
const LAST_DELIVERIES = 1_000

/**
 * Opens the door for one tenant and one named person. Nothing is connected until it is used, and only searching needs Temporal:
 * all else works, and is delivered later, while Temporal is down. Call `close` at the end.
 */
export function createClient(options: ClientOptions): CountersignClient {
  const temporal = createTemporalGateway({ address: options.temporalAddress, namespace: options.temporalNamespace })
  const databases = createTenantDatabases(options.databaseUrl, { max: options.connections, connectTimeout: CONNECT_TIMEOUT })
  const secret = secretOf(options)
  const shared = {
    blobs: createBlobStore(options.blobs),
    temporal,
    deliveries: createDeliveries(temporal),
    changes: createChangeHub(options.databaseUrl),
    tickets: createTickets({ secret }),
    seal: createSeal(secret),
    requireTicket: options.requireTicket ?? false,
    maxBytes: options.maxBytes,
    audit: options.audit ?? null,
  }
  let closing: Promise<void> | null = null
  const close = async () => {
    await shared.deliveries.settle(LAST_DELIVERIES)
    await Promise.all([shared.changes.close(), temporal.close(), databases.close()])
  }
  const as = (actor: Actor): CountersignClient =>
    bindActor({ ...shared, actor, tenant: actor.tenant, user: actor.user, database: databases.of(actor.tenant) }, as, () => {
      closing ??= close()
      return closing
    })
  return as({ tenant: options.tenant, user: options.user, roles: options.roles ?? ROLES })
}

function secretOf({ secret = null, home }: ClientOptions): () => string {
  const own = randomBytes(32).toString('base64url')
  let known: string | null = secret
  return () => {
    known ??= home === undefined ? own : readSecret({ secret, home })
    return known
  }
}

function bindActor(context: ClientContext, as: CountersignClient['as'], close: () => Promise<void>): CountersignClient {
  const { tenant, actor } = context
  const doors = {
    ...runDoors(context),
    ...inboxDoors(context),
    ...reviewDoors(context),
    ...policyDoors(context),
    ...peopleDoors(context),
    ...auditDoors(context),
    ...timeTravelDoors(context),
  }
  return { tenant, as, close, ...guardDoors(doors, actor) }
}

type Doors = Omit<CountersignClient, 'tenant' | 'as' | 'close'>

/** Every door asks first whether the actor may come through. Errors of queries hold statements and parameters: callers get words. */
function guardDoors(doors: Doors, actor: Actor): Doors {
  return new Proxy(doors, {
    get(target, door: keyof Doors) {
      const use = target[door]
      if (typeof use !== 'function' || !(door in DOORS)) return use
      if (door === 'watch') {
        return (signal: AbortSignal) => {
          checkDoor(actor, door)
          return target.watch(signal)
        }
      }
      return async (...args: unknown[]) => {
        checkDoor(actor, door)
        try {
          return await Reflect.apply(use, target, args)
        } catch (error) {
          throw explainDatabaseError(error)
        }
      }
    },
  })
}
