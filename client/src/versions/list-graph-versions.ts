import { countRunsByVersion, listGraphs } from '@countersign/db'
import type { ClientContext } from '../context.ts'
import type { GraphVersion } from '../schemas/time-travel.ts'

/** Every version of every graph that a worker has registered, by name, the newest registration first, with the tenant's runs on it. */
export async function listGraphVersions({ database, tenant }: ClientContext): Promise<GraphVersion[]> {
  const [graphs, counted] = await Promise.all([listGraphs(database.db), countRunsByVersion(database.db, { tenant })])
  return graphs.map(({ name, version, registeredAt, migratesFrom }) => {
    const runs = counted.find((row) => row.graph === name && row.version === version)
    return {
      name,
      version,
      registeredAt: registeredAt.toISOString(),
      migratesFrom,
      running: runs?.running ?? 0,
      waiting: runs?.waiting ?? 0,
      parked: runs?.parked ?? 0,
      ended: runs?.ended ?? 0,
    }
  })
}
