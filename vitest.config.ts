import { defineConfig } from 'vitest/config'

const EXCLUDE = ['**/node_modules/**', '**/dist/**', '**/.next/**', '**/.countersign/**']

const shared = {
  environment: 'node' as const,
  pool: 'forks' as const,
  setupFiles: ['infra/test/fail-on-console.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
  retry: 0,
  // A poll waits for a condition; how long that takes is the machine's affair.
  expect: { poll: { timeout: 15_000 } },
  restoreMocks: true,
  unstubEnvs: true,
}

export default defineConfig({
  test: {
    // One Postgres and one Temporal server for the whole run: on the root, whose provided values every project sees.
    globalSetup: ['infra/test/global-setup.ts'],
    teardownTimeout: 30_000,
    reporters: ['default', './infra/test/plain-line-reporter.ts'],
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['**/*.test.ts'],
          exclude: [...EXCLUDE, '**/*.e2e.test.ts'],
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...shared,
          name: 'e2e',
          include: ['**/*.e2e.test.ts'],
          exclude: EXCLUDE,
          // A browser, a server and a worker are at work in each: one file at a time.
          maxWorkers: 1,
          testTimeout: 120_000,
          hookTimeout: 300_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
