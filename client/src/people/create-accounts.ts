import { connectDatabase, explainDatabaseError } from '@countersign/db'
import type { AccountsContext, OpenedSession, SignedIn } from './accounts-context.ts'
import { authenticateToken } from './authenticate-token.ts'
import { type EndedSession, endSession } from './end-session.ts'
import { openSession } from './open-session.ts'
import { formatCookie, newSecret } from './secrets.ts'
import { type PasswordSignIn, signIn } from './sign-in.ts'
import { type OpenIdClaims, signInWithOpenId } from './sign-in-with-openid.ts'

/** What stands before the door: it says who somebody is; what they may do, the doors of the client say. */
export interface Accounts {
  /** Throws `wrong_credentials`, `too_many_attempts`. */
  signIn(wanted: PasswordSignIn): Promise<OpenedSession>
  /** Throws `forbidden` for people who are not known here. */
  signInWithOpenId(claims: OpenIdClaims): Promise<OpenedSession>
  /** Null where one has to sign in again. */
  openSession(cookie: string): Promise<SignedIn | null>
  /** Safe to repeat. */
  endSession(cookie: string): Promise<EndedSession>
  /** `token` as in `Authorization: Bearer TOKEN`. Null where it opens nothing. */
  authenticateToken(token: string): Promise<SignedIn | null>
  /** Throws `unavailable` where Postgres does not answer or has not been migrated. */
  ready(): Promise<void>
  close(): Promise<void>
}

const CONNECTIONS = 4
/** A cookie in the right form that opens nothing. */
const NOBODYS = formatCookie({ tenant: 'nobody', secret: newSecret() })
const CONNECT_TIMEOUT = 10_000

/** Opens the gate of one installation, for all its tenants. Nothing is connected until it is used. */
export function createAccounts({ databaseUrl }: { databaseUrl: string }): Accounts {
  const database = connectDatabase(databaseUrl, { max: CONNECTIONS, connectTimeout: CONNECT_TIMEOUT })
  const context: AccountsContext = { database }
  const through =
    <Asked, Answer>(work: (context: AccountsContext, asked: Asked) => Promise<Answer>) =>
    async (asked: Asked): Promise<Answer> => {
      try {
        return await work(context, asked)
      } catch (error) {
        throw explainDatabaseError(error)
      }
    }
  return {
    signIn: through(signIn),
    signInWithOpenId: through(signInWithOpenId),
    openSession: through(openSession),
    endSession: through(endSession),
    authenticateToken: through(authenticateToken),
    ready: async () => {
      await through(openSession)(NOBODYS)
    },
    close: () => database.close(),
  }
}
