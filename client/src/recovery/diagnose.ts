import { connectDatabase } from '@countersign/db'
import type { Environment } from '../read-environment.ts'
import { openTemporal } from '../temporal/gateway.ts'
import { attempt, ok, warn } from './checks/check.ts'
import { checkClocks } from './checks/check-clocks.ts'
import { checkDatabase } from './checks/check-database.ts'
import { checkAuditKey, checkBlobs, checkDisks } from './checks/check-files.ts'
import { checkTemporal, checkWorkers } from './checks/check-temporal.ts'
import { checkWork } from './checks/check-work.ts'

const PATIENCE = 5_000

/** One thing of the installation that was looked at. */
export interface Check {
  /** What was looked at; stays the same: `postgres`, `migrations`, `pgvector`, `disk`, `clocks`, `temporal`, `workers`, `blobs`, `models`, `audit key`, `outbox`, `stalls`, `parked`, `console`. */
  name: string
  status: 'ok' | 'warn' | 'fail'
  /** What was found, in one line. */
  detail: string
  /** What to do about it; null where there is nothing to do. */
  advice: string | null
}

export interface DiagnoseOptions {
  environment: Environment
  /** Where the console should answer; left out or null: not looked at. */
  consoleUrl?: string | null
  /** What the caller knows of models, which this package does not; named `models`. */
  models?: () => Promise<Check[]>
}

/**
 * Looks at the whole installation, of all tenants, from this machine: servers, schema, clocks, disks, workers, what stands still. Changes
 * nothing but a small file in the blob store, which is read back. Never throws for what it finds: a check that cannot be made says why. Safe to repeat.
 */
export async function diagnose({ environment, consoleUrl = null, models }: DiagnoseOptions): Promise<Check[]> {
  const { databaseUrl, temporalAddress: address, temporalNamespace: namespace, home, blobs, audit } = environment
  const database = connectDatabase(databaseUrl, { max: 4, connectTimeout: PATIENCE })
  const temporal = await openTemporal({ address, namespace })
  try {
    const [inDatabase, onTemporal, ...others] = await Promise.all([
      checkDatabase(database.db),
      checkTemporal(temporal.client, address),
      checkDisks(home, blobs),
      checkBlobs(blobs),
      attempt('models', 'See: countersign models list', async () => (await models?.()) ?? []),
      checkConsole(consoleUrl),
    ])
    const usable = inDatabase.every(({ status }) => status !== 'fail')
    const [clocks, workers, work] = usable
      ? await Promise.all([
          checkClocks(database.db, onTemporal.client),
          attempt('workers', 'Check Postgres.', () => checkWorkers(database.db, onTemporal.client)),
          attempt('outbox', 'Check Postgres.', () => checkWork(database.db)),
        ])
      : [[], [], []]
    const [disks, files, known, page] = others
    return [
      ...inDatabase,
      ...onTemporal.checks,
      ...clocks,
      ...workers,
      ...disks,
      ...files,
      ...known,
      ...checkAuditKey(audit),
      ...work,
      ...page,
    ]
  } finally {
    await Promise.all([database.close(), temporal.connection.close()])
  }
}

/** Any page will do: where it answers at all, it has found Postgres. */
async function checkConsole(url: string | null): Promise<Check[]> {
  if (url === null) return []
  return await attempt('console', `Start it (npm start -w apps/console), or check its address ${url}.`, async () => {
    const { status } = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(PATIENCE) })
    return [
      status < 500 ? ok('console', `${url} answers`) : warn('console', `${url} answers ${status}`, 'See what the console has logged.'),
    ]
  })
}
