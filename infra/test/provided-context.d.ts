import 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of the run's Postgres server (the role may create databases). Tests use `createTestDatabase()` instead. */
    databaseUrl: string
    /** `host:port` of the run's Temporal server, namespace `default`. Use your own task queue names. */
    temporalAddress: string
    /** Executable of the time-skipping test server. */
    testServerPath: string
  }
}
