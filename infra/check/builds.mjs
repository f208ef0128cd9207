import { fileURLToPath } from 'node:url'
import { buildPart, PARTS } from '../../apps/cli/src/demo/build-part.ts'

const LIMIT_MS = 600_000

// As the demo and the end-to-end tests build, which then find what they need and do not build it again.
const root = fileURLToPath(new URL('../..', import.meta.url))
await Promise.all(Object.values(PARTS).map((part) => buildPart(root, part, AbortSignal.timeout(LIMIT_MS))))
