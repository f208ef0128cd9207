import { CountersignError, type DocumentKind } from '@countersign/workflows/contract'
import type { IngestStateType } from './state.ts'

/** The state after the router, or after the branch that fetches: the document is known. */
export interface LoadedState extends IngestStateType {
  document: string
  hash: string
  kind: DocumentKind
}

/** The state, known to be loaded; a fork that edited the document away is told so. */
export function loaded(state: IngestStateType): LoadedState {
  const { document, hash, kind } = state
  if (!document || !hash || !kind)
    throw new CountersignError('invalid_input', 'The state names no document: go back to the node `input_router`.')
  return { ...state, document, hash, kind }
}
