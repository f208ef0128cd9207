import { type Actor, CountersignError, type Permission, permissionsOf, said } from '@countersign/workflows/contract'
import type { CountersignClient } from './types.ts'

export type Door = Exclude<keyof CountersignClient, 'tenant' | 'as' | 'close'>

/** What each door asks for. The one place where it is said: pages, routes, streams, files and commands all come through here. */
export const DOORS: Record<Door, Permission> = {
  me: 'read',
  ingest: 'operate',
  startRun: 'operate',
  cancelRun: 'operate',
  listRuns: 'read',
  getRun: 'read',
  listCheckpoints: 'read',
  getState: 'read',
  listReviews: 'read',
  countReviews: 'read',
  getReview: 'read',
  neighbours: 'read',
  decide: 'review',
  claim: 'review',
  release: 'review',
  assign: 'assign',
  sendBack: 'assign',
  setDeadline: 'assign',
  comment: 'review',
  listComments: 'read',
  getShown: 'read',
  createBatch: 'review',
  getBatch: 'read',
  listBatchItems: 'read',
  startBatch: 'review',
  stopBatch: 'review',
  listViews: 'read',
  saveView: 'read',
  deleteView: 'read',
  listDocuments: 'read',
  getDocument: 'read',
  readFile: 'read',
  search: 'read',
  listGraphs: 'read',
  watch: 'read',
  health: 'read',
  listAudit: 'read',
  verifyAudit: 'audit',
  exportAudit: 'audit',
  listUsers: 'read',
  addUser: 'administer',
  updateUser: 'administer',
  changePassword: 'read',
  listTokens: 'read',
  createToken: 'read',
  revokeToken: 'read',
  listPolicies: 'read',
  setPolicy: 'administer',
  getHistory: 'read',
  diffStates: 'read',
  getLineage: 'read',
  forkRun: 'operate',
  forkRuns: 'operate',
  compareRuns: 'read',
  compareBulk: 'read',
  editRun: 'operate',
  listIncidentGroups: 'read',
  listStalls: 'read',
  listGraphVersions: 'read',
  checkGraphs: 'read',
  listRetention: 'read',
  setRetention: 'administer',
  planRetention: 'administer',
  applyRetention: 'administer',
  holdRun: 'administer',
  holdDocument: 'administer',
  deleteDocument: 'administer',
  listDeliveries: 'operate',
  retryDelivery: 'operate',
}

/** Throws `forbidden` where the actor may not come through this door. */
export function checkDoor(actor: Actor, door: Door): void {
  const needed = DOORS[door]
  if (permissionsOf(actor).includes(needed)) return
  const { user, scopes } = actor
  const roles = [...actor.roles]
  throw new CountersignError('forbidden', said(scopes ? 'door.forbiddenByToken' : 'door.forbidden', { user, needed, roles }), {
    needed,
    roles,
  })
}
