import { cancelRun } from '../cancel-run.ts'
import { checkHealth } from '../check-health.ts'
import type { ClientContext } from '../context.ts'
import { getDocument } from '../get-document.ts'
import { getRun } from '../get-run.ts'
import { getState } from '../get-state.ts'
import { ingestDocument } from '../ingest-document.ts'
import { listCheckpoints } from '../list-checkpoints.ts'
import { listDocuments } from '../list-documents.ts'
import { listGraphs } from '../list-graphs.ts'
import { listRuns } from '../list-runs.ts'
import { readFile } from '../read-file.ts'
import { searchDocuments } from '../search-documents.ts'
import { startRun } from '../start-run.ts'
import type { CountersignClient } from '../types.ts'

type RunDoors = Pick<
  CountersignClient,
  | 'ingest'
  | 'startRun'
  | 'cancelRun'
  | 'listRuns'
  | 'getRun'
  | 'listCheckpoints'
  | 'getState'
  | 'listDocuments'
  | 'getDocument'
  | 'readFile'
  | 'search'
  | 'listGraphs'
  | 'watch'
  | 'health'
>

/** Runs, documents and what is known of them. */
export const runDoors = (context: ClientContext): RunDoors => ({
  ingest: (input) => ingestDocument(context, input),
  startRun: (input) => startRun(context, input),
  cancelRun: (run) => cancelRun(context, run),
  listRuns: (filter) => listRuns(context, filter),
  getRun: (run) => getRun(context, run),
  listCheckpoints: (run) => listCheckpoints(context, run),
  getState: (run, checkpoint, namespace) => getState(context, run, checkpoint, namespace),
  listDocuments: (filter) => listDocuments(context, filter),
  getDocument: (document) => getDocument(context, document),
  readFile: (hash) => readFile(context, hash),
  search: (query, options) => searchDocuments(context, query, options),
  listGraphs: () => listGraphs(context),
  watch: (signal) => context.changes.watch(context.actor.tenant, signal),
  health: () => checkHealth(context),
})
