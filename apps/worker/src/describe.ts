import { describeGraph } from '@countersign/activities/engine'
import { createGraphs } from './create-graphs.ts'
import { readWorkerEnvironment } from './worker-environment.ts'

/** Servers must be named, though none is asked here: a machine that builds has none. */
const env = { DATABASE_URL: 'postgres://127.0.0.1:9/nowhere', TEMPORAL_ADDRESS: '127.0.0.1:9', ...process.env }

// The graphs of this worker as JSON, for `countersign graph check`: nothing is connected, no model is loaded.
const { graphs, close } = createGraphs(readWorkerEnvironment(env), env)
process.stdout.write(`${JSON.stringify(graphs.map(describeGraph))}\n`)
await close()
