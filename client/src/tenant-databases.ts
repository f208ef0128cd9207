import { connectDatabase, type Database } from '@countersign/db'

/** One pool of connections per tenant, opened when it is first asked for: a connection is one tenant's for good (row-level security). */
export interface TenantDatabases {
  of(tenant: string): Database
  close(): Promise<void>
}

export function createTenantDatabases(url: string, options: { max?: number; connectTimeout: number }): TenantDatabases {
  const databases = new Map<string, Database>()
  return {
    of(tenant) {
      const known = databases.get(tenant)
      if (known) return known
      const opened = connectDatabase(url, { ...options, tenant })
      databases.set(tenant, opened)
      return opened
    },
    async close() {
      await Promise.all([...databases.values()].map((database) => database.close()))
    },
  }
}
