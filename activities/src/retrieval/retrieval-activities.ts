import type { RetrieveHit, RetrieveInput } from '@countersign/workflows/contract'
import { toApplicationFailure } from '../engine/to-application-failure.ts'
import { type RetrievalDeps, searchChunks } from './search.ts'

/** Activities that the `retrieve` workflow calls, by the names they are registered under. */
export interface RetrievalActivities {
  'retrieval.search'(input: RetrieveInput): Promise<RetrieveHit[]>
}

export function createRetrievalActivities(deps: RetrievalDeps): RetrievalActivities {
  return {
    'retrieval.search': async (input) => {
      try {
        return await searchChunks(deps, input)
      } catch (error) {
        throw toApplicationFailure(error)
      }
    },
  }
}
