/**
 * Which workspace may import which: `db <- activities <- worker`; workflows cross their border with types only;
 * callers have one door, `client`. Tests may reach further, because they set the scene.
 */

/** @typedef {{ folder: string, imports: readonly string[], types?: readonly string[] }} Rule */

/**
 * `imports`: workspace packages the folder may import, subpaths included; `types`: those only by `import type`. The longest matching folder
 * decides. Folders that are not here (bench, eval, the rest of infra) measure or test everything else and are free.
 * @type {readonly Rule[]}
 */
export const RULES = [
  { folder: 'db', imports: ['@countersign/workflows/contract'] },
  { folder: 'activities', imports: ['@countersign/db', '@countersign/workflows/contract'] },
  { folder: 'workflows', imports: [], types: ['@countersign/activities'] },
  { folder: 'client', imports: ['@countersign/db', '@countersign/workflows/contract'] },
  { folder: 'apps/console', imports: ['@countersign/client'] },
  { folder: 'apps/cli', imports: ['@countersign/client', '@countersign/infra/local'] },
  { folder: 'apps/worker', imports: ['@countersign/activities', '@countersign/client', '@countersign/db', '@countersign/workflows'] },
  { folder: 'infra/local', imports: [] },
]

/** All that may be in the workflow bundle besides the workspace's own files. */
export const WORKFLOW_BUNDLE = ['@temporalio/workflow', '@temporalio/common']

/** @param {string} path */
export function isTest(path) {
  return /\.test\.tsx?$/.test(path) || /(^|\/)(test|testing|e2e)\//.test(path)
}
