import type { CountersignClient } from '../src/types.ts'

/** Going back, comparing, what stands still and what is kept: what both clients answer alike, for a run that both know. */
export const TRAVEL_READS: [string, (client: CountersignClient, run: string) => Promise<unknown>][] = [
  ['listRuns of a bulk, replays or not', (client) => client.listRuns({ bulk: 'k_none', sandbox: true })],
  ['getState of a subgraph', (client, run) => client.getState(run, 'none', 'sub:1')],
  ['getHistory', (client, run) => client.getHistory(run, { limit: 3 })],
  ['getHistory of a subgraph', (client, run) => client.getHistory(run, { namespace: 'sub:1|deep:2' })],
  ['diffStates', (client, run) => client.diffStates(run, { from: 'none' })],
  ['getLineage', (client, run) => client.getLineage(run)],
  ['compareRuns', (client, run) => client.compareRuns(run, run)],
  ['compareBulk', (client) => client.compareBulk('k_none')],
  ['forkRuns as a dry run', (client, run) => client.forkRuns({ of: { runs: [run] }, from: { node: 'load' }, dryRun: true })],
  ['listIncidentGroups', (client) => client.listIncidentGroups()],
  ['listStalls', (client) => client.listStalls()],
  ['listGraphVersions', (client) => client.listGraphVersions()],
  ['checkGraphs', (client) => client.checkGraphs([])],
  ['setRetention', (client) => client.setRetention('ingest', { days: 30, keep: 'ends' })],
  ['listRetention without its instant', async (client) => (await client.listRetention()).map(({ graph, keep }) => ({ graph, keep }))],
  ['planRetention', (client) => client.planRetention()],
  ['applyRetention', (client) => client.applyRetention()],
  ['holdRun lifted where there is none', (client, run) => client.holdRun(run, false)],
]

/** What both refuse, and as what. */
export const TRAVEL_REFUSALS: [string, string, (client: CountersignClient) => Promise<unknown>][] = [
  ['a fork of a run that is not there', 'not_found', (client) => client.forkRun('r_none', { reason: 'x' })],
  ['a fork of no runs in particular', 'invalid_input', (client) => client.forkRuns({ of: {} })],
  ['an edit without a reason', 'invalid_input', (client) => client.editRun('r_none', { values: { a: 1 }, reason: '' })],
  ['a comparison with a run that is not there', 'not_found', (client) => client.compareRuns('r_none', 'r_none')],
  ['a hold on a document that is not there', 'not_found', (client) => client.holdDocument('doc_none', true, 'x')],
  ['the deletion of a document that is not there', 'not_found', (client) => client.deleteDocument('doc_none', 'x')],
]
