import type { ClientContext } from '../context.ts'
import { listIncidentGroups } from '../recovery/list-incident-groups.ts'
import { listStalls } from '../recovery/list-stalls.ts'
import { applyRetention } from '../retention/apply-retention.ts'
import { deleteDocument } from '../retention/delete-document.ts'
import { holdDocument } from '../retention/hold-document.ts'
import { holdRun } from '../retention/hold-run.ts'
import { listRetention } from '../retention/list-retention.ts'
import { planRetention } from '../retention/plan-retention.ts'
import { setRetention } from '../retention/set-retention.ts'
import { compareBulk } from '../time-travel/compare-bulk.ts'
import { compareRuns } from '../time-travel/compare-runs.ts'
import { diffStates } from '../time-travel/diff-states.ts'
import { editRun } from '../time-travel/edit-run.ts'
import { forkRun } from '../time-travel/fork-run.ts'
import { forkRuns } from '../time-travel/fork-runs.ts'
import { getHistory } from '../time-travel/get-history.ts'
import { getLineage } from '../time-travel/get-lineage.ts'
import type { TimeTravelClient } from '../time-travel-types.ts'
import { checkGraphs } from '../versions/check-graphs.ts'
import { listGraphVersions } from '../versions/list-graph-versions.ts'

/** Going back, changing, comparing; what stands still; what is kept. */
export const timeTravelDoors = (context: ClientContext): TimeTravelClient => ({
  getHistory: (run, filter) => getHistory(context, run, filter),
  diffStates: (run, input) => diffStates(context, run, input),
  getLineage: (run) => getLineage(context, run),
  forkRun: (run, input) => forkRun(context, run, input),
  forkRuns: (input) => forkRuns(context, input),
  compareRuns: (a, b) => compareRuns(context, a, b),
  compareBulk: (bulk) => compareBulk(context, bulk),
  editRun: (run, input) => editRun(context, run, input),
  listIncidentGroups: () => listIncidentGroups(context),
  listStalls: () => listStalls(context),
  listGraphVersions: () => listGraphVersions(context),
  checkGraphs: (graphs) => checkGraphs(context, graphs),
  listRetention: () => listRetention(context),
  setRetention: (graph, policy) => setRetention(context, graph, policy),
  planRetention: () => planRetention(context),
  applyRetention: () => applyRetention(context),
  holdRun: (run, hold, reason) => holdRun(context, run, hold, reason),
  holdDocument: (document, hold, reason) => holdDocument(context, document, hold, reason),
  deleteDocument: (document, reason) => deleteDocument(context, document, reason),
})
