import { createHash } from 'node:crypto'
import { attemptScope } from '../checkpointer/attempt-scope.ts'
import type { DbOrTx } from '../connect.ts'
import { noteRunFile } from '../queries/run-files.ts'
import type { BlobStore } from './blob-store.ts'

/**
 * The same store, which notes for each file that a node puts away whose run it is, before it is written: so that deleting a document finds
 * it, and never takes away what another run has as well. What is put outside of a node is not noted.
 */
export function noteFiles(store: BlobStore, db: DbOrTx): BlobStore {
  return {
    ...store,
    async put(bytes, mime) {
      const attempt = attemptScope.getStore()?.attempt
      if (attempt) {
        const hash = createHash('sha256').update(bytes).digest('hex')
        await noteRunFile(db, { tenant: attempt.tenant, run: attempt.run, hash })
      }
      return await store.put(bytes, mime)
    },
  }
}
