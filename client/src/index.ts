export * from './contract.ts'
export { type ClientOptions, createClient } from './create-client.ts'
export { type Environment, readEnvironment } from './read-environment.ts'
export * from './types.ts'
