/** Ids, each built in one function. They are short, sortable by nobody, and safe in URLs and workflow ids. */

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZabcdefghjkmnpqrstvwxyz'

/** `prefix_` and 20 characters drawn from a 54-letter alphabet: about 115 bits of randomness. */
function newId(prefix: string): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(20))
  let id = `${prefix}_`
  for (const byte of bytes) id += ALPHABET[byte % ALPHABET.length]
  return id
}

/** Id of a run; also the LangGraph thread id. */
export const newRunId = (): string => newId('r')
export const newReviewId = (): string => newId('rv')
export const newDecisionId = (): string => newId('d')
export const newVoteId = (): string => newId('v')
export const newCommentId = (): string => newId('c')
export const newBatchId = (): string => newId('b')
export const newViewId = (): string => newId('w')
export const newEditId = (): string => newId('e')
/** Id that forks which are made together share. */
export const newBulkId = (): string => newId('k')
export const newSweepId = (): string => newId('s')
export const newTokenId = (): string => newId('t')
export const newDocumentId = (): string => newId('doc')

/** The Temporal workflow id of a run: one open execution per run, whoever starts it. */
export const runWorkflowId = (tenant: string, run: string): string => `run/${tenant}/${run}`

/** The Temporal workflow id of the clock of a review with a deadline. */
export const reviewClockWorkflowId = (tenant: string, review: string): string => `review/${tenant}/${review}`

/** The Temporal workflow id of a batch of decisions. */
export const batchWorkflowId = (tenant: string, batch: string): string => `batch/${tenant}/${batch}`

/** The Temporal workflow id of one search; each is its own. */
export const newRetrieveWorkflowId = (tenant: string): string => newId(`retrieve/${tenant}/q`)

/** The name of the Temporal activity that runs a node, e.g. `ingest.load`. */
export const nodeActivityName = (graph: string, node: string): string => `${graph}.${node}`
