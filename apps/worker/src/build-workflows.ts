import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleWorkflows } from './workflow-bundle.ts'

// What `npm run build` does here: the workflows as one script, so that a worker is up a few seconds sooner.
const dist = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'dist')
const { code } = await bundleWorkflows()
await mkdir(dist, { recursive: true })
await writeFile(path.join(dist, 'workflows.js'), code)
