export * from './documents.ts'
export * from './namespace.ts'
export * from './reviews.ts'
export * from './runs.ts'
