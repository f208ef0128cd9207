import { type CountersignClient, createClient, readEnvironment } from '@countersign/client'

interface Connected {
  client: CountersignClient
  user: string
}

// Survives this module being evaluated once for pages and once for routes: one set of connections per process.
const holder: typeof globalThis & { countersignConsole?: Connected } = globalThis

/** The process's one client, opened at the first request and never at import. Throws when the environment is not usable. */
export function consoleClient(): Connected {
  if (!holder.countersignConsole) {
    const { home: _home, ...environment } = readEnvironment()
    holder.countersignConsole = { client: createClient(environment), user: environment.user }
  }
  return holder.countersignConsole
}
