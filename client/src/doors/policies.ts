import type { ClientContext } from '../context.ts'
import type { CountersignClient } from '../types.ts'
import { later } from './later.ts'

type PolicyDoors = Pick<
  CountersignClient,
  'listPolicies' | 'setPolicy' | 'setDeadline' | 'createBatch' | 'getBatch' | 'listBatchItems' | 'startBatch' | 'stopBatch'
>

/** Who decides by when, and one answer for many. */
export const policyDoors = (_context: ClientContext): PolicyDoors => ({
  listPolicies: later('listPolicies'),
  setPolicy: later('setPolicy'),
  setDeadline: later('setDeadline'),
  createBatch: later('createBatch'),
  getBatch: later('getBatch'),
  listBatchItems: later('listBatchItems'),
  startBatch: later('startBatch'),
  stopBatch: later('stopBatch'),
})
