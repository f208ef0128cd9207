import { copyFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { loadWorkflowBundle } from '../workflow-bundle.ts'

/** Puts the workflows into a file of `folder`, which worker processes load and no build replaces; answers its path. */
export async function keepWorkflows(folder: string): Promise<string> {
  const codePath = path.join(folder, 'workflows.js')
  const bundle = await loadWorkflowBundle()
  if ('codePath' in bundle) await copyFile(bundle.codePath, codePath)
  else await writeFile(codePath, bundle.code)
  return codePath
}
