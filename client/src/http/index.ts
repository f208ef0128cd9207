/** The client over HTTP. Nothing of Node comes with it: safe in a browser's bundle. */
export { createHttpClient } from './create-http-client.ts'
export { knownProblem, type Problem } from './problem.ts'
export type { HttpOptions } from './transport.ts'
