import { existsSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleWorkflowCode, DefaultLogger, type WorkflowBundleOption } from '@temporalio/worker'

const workflows = path.dirname(createRequire(import.meta.url).resolve('@countersign/workflows'))
const built = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'dist', 'workflows.js')

let bundled: Promise<WorkflowBundleOption> | undefined

/** The workflows as one script: built ahead where it is as new as its sources, else bundled now (about 3 s), once in a process. */
export async function loadWorkflowBundle(): Promise<WorkflowBundleOption> {
  if (existsSync(built) && statSync(built).mtimeMs > (await newestSource())) return { codePath: built }
  bundled ??= bundleWorkflows()
  return bundled
}

/** Bundles the workflows; what `npm run build` writes to dist/. */
export function bundleWorkflows(): Promise<{ code: string }> {
  return bundleWorkflowCode({ workflowsPath: path.join(workflows, 'index.ts'), logger: new DefaultLogger('WARN') })
}

async function newestSource(): Promise<number> {
  const folders = [workflows, path.join(workflows, '..', 'contract')].filter((folder) => existsSync(folder))
  const names = await Promise.all(folders.map(async (folder) => (await readdir(folder)).map((name) => path.join(folder, name))))
  return Math.max(0, ...names.flat().map((file) => statSync(file).mtimeMs))
}
