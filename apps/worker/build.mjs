import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleWorker } from './bundle-worker.mjs'

// What production runs, into dist/.
const here = path.dirname(fileURLToPath(import.meta.url))
const programs = ['main', 'migrate', 'describe']
await bundleWorker(Object.fromEntries(programs.map((name) => [name, path.join(here, 'src', `${name}.ts`)])), path.join(here, 'dist'))
