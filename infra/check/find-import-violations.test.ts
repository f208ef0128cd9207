import { expect, it } from 'vitest'
import { findImportViolations } from './find-import-violations.mjs'

const check = (path: string, text: string) => findImportViolations([{ path, text }])

it('lets every workspace import what the design allows', () => {
  expect(
    findImportViolations([
      { path: 'db/src/a.ts', text: "import type { Verb } from '@countersign/workflows/contract'\nimport pg from 'pg'" },
      { path: 'activities/src/a.ts', text: "import { schema } from '@countersign/db'\nimport { b } from './b.ts'" },
      { path: 'client/src/a.ts', text: "import { schema } from '@countersign/db'" },
      { path: 'apps/console/src/a.tsx', text: "import type { RunSummary } from '@countersign/client'" },
      { path: 'apps/cli/src/a.ts', text: "const stack = await import('@countersign/infra/local')" },
      {
        path: 'workflows/src/a.ts',
        text: "import { sleep } from '@temporalio/workflow'\nimport type { Activities } from '@countersign/activities'",
      },
    ]),
  ).toEqual([])
})

it('refuses an import against the direction, naming file, line and what would be allowed', () => {
  expect(check('db/src/a.ts', "import pg from 'pg'\nimport { x } from '@countersign/client'")).toEqual([
    'db/src/a.ts:2 db may not import @countersign/client; it may import @countersign/workflows/contract',
  ])
  expect(check('apps/console/src/a.ts', "import { schema } from '@countersign/db'")).toHaveLength(1)
  expect(check('apps/cli/src/a.ts', "export * from '@countersign/activities'")).toHaveLength(1)
  expect(check('apps/cli/src/a.ts', "  const db = await import('@countersign/db')")).toHaveLength(1)
})

it('refuses a relative path that leaves the workspace', () => {
  expect(check('apps/console/src/a.ts', "import { schema } from '../../../db/src/schema/index.ts'")).toEqual([
    'apps/console/src/a.ts:1 reaches out of apps/console by a relative path: ../../../db/src/schema/index.ts',
  ])
})

it('reads imports that span lines', () => {
  expect(check('client/src/a.ts', "import {\n  a,\n  b,\n} from '@countersign/activities'")).toHaveLength(1)
})

it('lets workflows take types of the activities, never values', () => {
  expect(check('workflows/src/a.ts', "import { createActivities } from '@countersign/activities'")).toEqual([
    'workflows/src/a.ts:1 workflows may take only types from @countersign/activities: write `import type`',
  ])
  expect(check('workflows/src/a.ts', "import { type Activities } from '@countersign/activities'")).toHaveLength(1)
})

it('finds what a workflow would pull into the bundle through a file it imports', () => {
  const violations = findImportViolations([
    {
      path: 'workflows/src/run.ts',
      text: "import { schema } from '../contract/reviews.ts'\nimport type { T } from '../contract/types.ts'",
    },
    { path: 'workflows/contract/reviews.ts', text: "import { z } from 'zod'" },
    { path: 'workflows/contract/types.ts', text: "import { z } from 'zod'" },
  ])
  expect(violations).toEqual([
    'workflows/contract/reviews.ts:1 would pull zod into the workflow bundle, which workflows/src/run.ts imports; only @temporalio/workflow and @temporalio/common may be there',
  ])
})

it('leaves tests free to set the scene', () => {
  expect(check('client/src/a.test.ts', "import { worker } from '@countersign/worker'")).toEqual([])
  expect(check('activities/src/testing/a.ts', "import { database } from '../../../infra/test/database.ts'")).toEqual([])
  expect(check('apps/console/e2e/a.ts', "import { schema } from '@countersign/db'")).toEqual([])
})

it('does not take text or comments for imports', () => {
  expect(check('db/src/a.ts', " * import('@countersign/client')\nexport const a = '@countersign/client'")).toEqual([])
})
