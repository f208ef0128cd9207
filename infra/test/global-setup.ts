import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@countersign/db'
import type { TestProject } from 'vitest/node'
import { fetchBinaries, startStack } from '../local/index.mjs'
import { createTemplate } from './database.ts'

/**
 * Starts one Postgres and one Temporal server for the whole test run, makes the migrated template database, and tells the
 * tests where they are. Everything ends with the run, also when the run is killed.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const home = await mkdtemp(join(tmpdir(), 'countersign-test-'))
  // Root's Postgres runs as another user, who must be able to enter.
  await chmod(home, 0o755)
  const [stack, binaries] = await Promise.all([
    startStack({
      home,
      useExternal: false,
      temporalUi: false,
      durable: false,
      postgresSettings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
      removeHomeWithOwner: true,
      log: (line) => process.stderr.write(`${line}\n`),
    }),
    fetchBinaries({ need: ['test-server'] }),
  ])
  const end = async () => {
    await stack.stop()
    await rm(home, { recursive: true, force: true })
  }
  try {
    await createTemplate(stack.databaseUrl, migrate)
  } catch (error) {
    await end()
    throw error
  }
  project.provide('databaseUrl', stack.databaseUrl)
  project.provide('temporalAddress', stack.temporalAddress)
  project.provide('testServerPath', binaries['test-server'] ?? '')
  return end
}
