export { LocalStackError } from './errors.mjs'
export { binaryPaths, fetchBinaries } from './fetch-binaries.mjs'
export { freePort } from './ports.mjs'
export { stackStatus, startStack, stopStack } from './stack.mjs'
