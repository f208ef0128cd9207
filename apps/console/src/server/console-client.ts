import { type Accounts, type CountersignClient, createAccounts, createClient, readEnvironment } from '@countersign/client'
import { readSignInSettings, type SignInSettings } from '../signin/sign-in-settings.ts'

interface Connected {
  /** The door of the environment's person; for anybody else `client.as(actor)`. */
  client: CountersignClient
  user: string
  accounts: Accounts
  signIn: SignInSettings
  /** Largest file that is taken in, in bytes. */
  maxBytes: number
}

// Survives this module being evaluated once for pages and once for routes: one set of connections per process.
const holder: typeof globalThis & { countersignConsole?: Connected } = globalThis

/** The process's connections, opened at the first request and never at import. Throws when the environment is not usable. */
export function consoleClient(): Connected {
  if (!holder.countersignConsole) {
    const environment = readEnvironment()
    holder.countersignConsole = {
      client: createClient({ ...environment, requireTicket: true }),
      user: environment.user,
      accounts: createAccounts(environment),
      signIn: readSignInSettings(),
      maxBytes: environment.maxBytes,
    }
  }
  return holder.countersignConsole
}
