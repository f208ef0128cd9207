export type { BlobStore } from './blobs/blob-store.ts'
export { connectDatabase, type Database, type Db, type DbOrTx } from './connect.ts'
export { migrate } from './migrate.ts'
export * as schema from './schema/index.ts'
