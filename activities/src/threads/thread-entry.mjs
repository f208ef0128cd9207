// A worker thread starts as plain Node: this makes TypeScript known to it, then hands over.
import { workerData } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

register()
await import(workerData.module)
