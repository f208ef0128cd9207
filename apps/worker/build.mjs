import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleWorker } from './bundle-worker.mjs'

// What production runs, into dist/.
const here = path.dirname(fileURLToPath(import.meta.url))
await bundleWorker({ main: path.join(here, 'src/main.ts'), migrate: path.join(here, 'src/migrate.ts') }, path.join(here, 'dist'))
