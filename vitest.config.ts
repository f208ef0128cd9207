import { defineConfig } from 'vitest/config'
import LongestFirst from './infra/test/longest-first.ts'

const EXCLUDE = ['**/node_modules/**', '**/dist/**', '**/.next/**', '**/.countersign/**']

const shared = {
  environment: 'node' as const,
  pool: 'forks' as const,
  // A file costs one to four seconds to load in a process of its own, mostly packages that the file before it has loaded as well.
  isolate: false,
  maxWorkers: 2,
  setupFiles: ['infra/test/fail-on-console.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
  retry: 0,
  // A poll waits for a condition; how long that takes is the machine's affair.
  expect: { poll: { timeout: 15_000 } },
  restoreMocks: true,
  unstubEnvs: true,
  unstubGlobals: true,
}

export default defineConfig({
  test: {
    // One Postgres and one Temporal server for the whole run: on the root, whose provided values every project sees.
    globalSetup: ['infra/test/global-setup.ts'],
    teardownTimeout: 30_000,
    reporters: ['default', './infra/test/slowest-files-reporter.ts', './infra/test/plain-line-reporter.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['**/*.test.ts'],
          exclude: [...EXCLUDE, '**/*.e2e.test.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'e2e',
          include: ['**/*.e2e.test.ts'],
          exclude: EXCLUDE,
          testTimeout: 120_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
