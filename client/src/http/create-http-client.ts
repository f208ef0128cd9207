import { CountersignError } from '@countersign/workflows/contract'
import type { TimeTravelClient } from '../time-travel-types.ts'
import type { CountersignClient } from '../types.ts'
import { addressOf, inputOf, partsOf } from './address.ts'
import { ingest, readFile, watch } from './byte-doors.ts'
import type { Answer, JsonDoor, Operations } from './operation.ts'
import { OPERATIONS } from './operations/index.ts'
import { type HttpOptions, readAnswer, send } from './transport.ts'

type JsonDoors = Pick<CountersignClient, JsonDoor>

/**
 * The same door over HTTP: every method asks the API of a console, as whoever the token or the session's cookie stands for.
 * Errors are the same CountersignErrors, and safe to retry where the door says so; `unavailable` where nobody answers.
 * `tenant` is '' (ask `me()`), and `as` is refused: who acts is settled by the token. Runs in browsers too.
 */
export function createHttpClient(options: HttpOptions): CountersignClient {
  const closed = new AbortController()
  return {
    tenant: '',
    as() {
      throw new CountersignError(
        'invalid_input',
        'A client over HTTP acts as whoever its token belongs to. Make another client with the token of that person.',
      )
    },
    ...deskDoors(doorsBy(options, OPERATIONS)),
    ...timeTravelDoors(doorsBy(options, OPERATIONS)),
    ingest: (input) => ingest(options, input),
    readFile: (hash) => readFile(options, hash),
    watch: (signal) => watch(options, AbortSignal.any([signal, closed.signal])),
    async close() {
      closed.abort()
    },
  }
}

/** Asks over HTTP what a door of this name is asked. */
const doorsBy =
  (options: HttpOptions, operations: Operations<JsonDoor>) =>
  <D extends JsonDoor>(name: D) =>
  (...values: Parameters<CountersignClient[D]>): Promise<Answer<D>> =>
    ask(options, operations, name, values)

function timeTravelDoors(door: ReturnType<typeof doorsBy>): TimeTravelClient {
  return {
    getHistory: door('getHistory'),
    diffStates: door('diffStates'),
    getLineage: door('getLineage'),
    forkRun: door('forkRun'),
    forkRuns: door('forkRuns'),
    compareRuns: door('compareRuns'),
    compareBulk: door('compareBulk'),
    editRun: door('editRun'),
    listIncidentGroups: door('listIncidentGroups'),
    listStalls: door('listStalls'),
    listGraphVersions: door('listGraphVersions'),
    checkGraphs: door('checkGraphs'),
    listRetention: door('listRetention'),
    setRetention: door('setRetention'),
    planRetention: door('planRetention'),
    applyRetention: door('applyRetention'),
    holdRun: door('holdRun'),
    holdDocument: door('holdDocument'),
    deleteDocument: door('deleteDocument'),
  }
}

function deskDoors(door: ReturnType<typeof doorsBy>): Omit<JsonDoors, keyof TimeTravelClient> {
  return {
    me: door('me'),
    listReviews: door('listReviews'),
    countReviews: door('countReviews'),
    getReview: door('getReview'),
    neighbours: door('neighbours'),
    decide: door('decide'),
    claim: door('claim'),
    release: door('release'),
    assign: door('assign'),
    sendBack: door('sendBack'),
    setDeadline: door('setDeadline'),
    comment: door('comment'),
    listComments: door('listComments'),
    getShown: door('getShown'),
    createBatch: door('createBatch'),
    getBatch: door('getBatch'),
    listBatchItems: door('listBatchItems'),
    startBatch: door('startBatch'),
    stopBatch: door('stopBatch'),
    listViews: door('listViews'),
    saveView: door('saveView'),
    deleteView: door('deleteView'),
    listPolicies: door('listPolicies'),
    setPolicy: door('setPolicy'),
    startRun: door('startRun'),
    cancelRun: door('cancelRun'),
    listRuns: door('listRuns'),
    getRun: door('getRun'),
    listCheckpoints: door('listCheckpoints'),
    getState: door('getState'),
    listDocuments: door('listDocuments'),
    getDocument: door('getDocument'),
    search: door('search'),
    listGraphs: door('listGraphs'),
    health: door('health'),
    listAudit: door('listAudit'),
    verifyAudit: door('verifyAudit'),
    exportAudit: door('exportAudit'),
    listUsers: door('listUsers'),
    addUser: door('addUser'),
    updateUser: door('updateUser'),
    changePassword: door('changePassword'),
    listTokens: door('listTokens'),
    createToken: door('createToken'),
    revokeToken: door('revokeToken'),
    listDeliveries: door('listDeliveries'),
    retryDelivery: door('retryDelivery'),
  }
}

async function ask<D extends JsonDoor>(
  options: HttpOptions,
  operations: Operations<D>,
  name: D,
  values: Parameters<CountersignClient[D]>,
): Promise<Answer<D>> {
  const { method, path, otherwise, args, output } = operations[name]
  const input = inputOf(args, values)
  const route = { method, path: otherwise !== undefined && partsOf(path).some((part) => input[part] === undefined) ? otherwise : path }
  const { address, rest } = addressOf(route, input)
  const response = await send(options, { method, address, json: method === 'GET' || method === 'DELETE' ? undefined : rest })
  return await readAnswer(response, output)
}
