/** What callers share with the engine: errors, verbs, review requests. No connection comes with it: safe in a browser's bundle. */
export * from '@countersign/workflows/contract'
