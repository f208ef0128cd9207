import { createBlobStore, schema } from '@countersign/db'
import type { Door } from '../src/permissions.ts'
import type { CountersignClient } from '../src/types.ts'
import type { Scene } from './scene.ts'

/** One of everything, of the tenant "acme". */
export interface Ids {
  run: string
  review: string
  document: string
  hash: string
  comment: string
  batch: string
  view: string
  user: string
  token: string
  delivery: number
}

export interface Entry {
  call: (client: CountersignClient, ids: Ids) => unknown
  /** What another tenant's admin meets: `not_found` where ids are named; `own`: only what is theirs. */
  abroad: 'not_found' | 'own'
}

const named = (call: Entry['call']): Entry => ({ call, abroad: 'not_found' })
const own = (call: Entry['call']): Entry => ({ call, abroad: 'own' })

/** Every door. The compiler asks for a line here when one is added, and so does the first test. */
export const TABLE: Record<Door, Entry> = {
  me: own((client) => client.me()),
  ingest: own((client) => client.ingest({ name: 'a.txt', bytes: Buffer.from(`Text ${Math.random()}`) })),
  startRun: own((client) => client.startRun({ graph: 'ingest', input: {} })),
  cancelRun: named((client, { run }) => client.cancelRun(run)),
  listRuns: own((client) => client.listRuns()),
  getRun: named((client, { run }) => client.getRun(run)),
  listCheckpoints: named((client, { run }) => client.listCheckpoints(run)),
  getState: named((client, { run }) => client.getState(run)),
  listReviews: own((client, { run }) => client.listReviews({ run })),
  countReviews: own((client) => client.countReviews()),
  getReview: named((client, { review }) => client.getReview(review)),
  neighbours: named((client, { review }) => client.neighbours(review)),
  decide: named((client, { review }) => client.decide({ review, verb: 'approve', shownHash: 'none', ticket: 'none' })),
  claim: named((client, { review }) => client.claim(review)),
  // Gives back what one holds, which is nothing here.
  release: own((client, { review }) => client.release(review)),
  assign: named((client, { review }) => client.assign(review, null)),
  sendBack: named((client, { review }) => client.sendBack(review, 'look again')),
  setDeadline: named((client, { review }) => client.setDeadline(review, null)),
  comment: named((client, { review }) => client.comment(review, 'words')),
  listComments: named((client, { review }) => client.listComments(review)),
  getShown: named((client, { review }) => client.getShown(review, 'none')),
  createBatch: named((client, { review }) => client.createBatch({ verb: 'approve', reviews: [review] })),
  getBatch: named((client, { batch }) => client.getBatch(batch)),
  listBatchItems: named((client, { batch }) => client.listBatchItems(batch)),
  startBatch: named((client, { batch }) => client.startBatch(batch)),
  stopBatch: named((client, { batch }) => client.stopBatch(batch)),
  listViews: own((client) => client.listViews()),
  saveView: own((client) => client.saveView({ name: 'mine', query: 'kind=incident' })),
  deleteView: named((client, { view }) => client.deleteView(view)),
  listDocuments: own((client) => client.listDocuments()),
  getDocument: named((client, { document }) => client.getDocument(document)),
  readFile: named((client, { hash }) => client.readFile(hash)),
  search: own((client) => client.search('lease')),
  listGraphs: own((client) => client.listGraphs()),
  watch: own((client) => client.watch(AbortSignal.abort())),
  health: own((client) => client.health()),
  getHistory: named((client, { run }) => client.getHistory(run)),
  diffStates: named((client, { run }) => client.diffStates(run)),
  getLineage: named((client, { run }) => client.getLineage(run)),
  forkRun: named((client, { run }) => client.forkRun(run)),
  forkRuns: own((client) => client.forkRuns({ of: { graph: 'ingest' }, dryRun: true })),
  compareRuns: named((client, { run }) => client.compareRuns(run, run)),
  compareBulk: named((client) => client.compareBulk('k_none')),
  editRun: named((client, { run }) => client.editRun(run, { values: {}, reason: 'a test' })),
  listIncidentGroups: own((client) => client.listIncidentGroups()),
  listStalls: own((client) => client.listStalls()),
  listGraphVersions: own((client) => client.listGraphVersions()),
  checkGraphs: own((client) => client.checkGraphs([])),
  listRetention: own((client) => client.listRetention()),
  setRetention: own((client) => client.setRetention('ingest', { days: 30, keep: 'ends' })),
  planRetention: own((client) => client.planRetention()),
  applyRetention: own((client) => client.applyRetention()),
  holdRun: named((client, { run }) => client.holdRun(run, false)),
  holdDocument: named((client, { document }) => client.holdDocument(document, false)),
  // Last of all: nothing is left of it.
  deleteDocument: named((client, { document }) => client.deleteDocument(document, 'a test')),
  listAudit: own((client, { review }) => client.listAudit({ review })),
  verifyAudit: own((client) => client.verifyAudit()),
  exportAudit: own((client) => client.exportAudit()),
  listUsers: own((client) => client.listUsers()),
  addUser: own((client) => client.addUser({ id: `p${Math.random()}`, roles: ['viewer'] })),
  updateUser: named((client, { user }) => client.updateUser(user, { name: 'Changed' })),
  changePassword: own((client) => client.changePassword({ old: 'not the old one', new: 'correct horse battery 2' })),
  listTokens: own((client) => client.listTokens()),
  createToken: own((client) => client.createToken({ name: 'script', scopes: ['read'] })),
  revokeToken: named((client, { token }) => client.revokeToken(token)),
  listPolicies: own((client) => client.listPolicies()),
  setPolicy: own((client) => client.setPolicy('graph:ingest', { quorum: 1 })),
  listDeliveries: own((client) => client.listDeliveries()),
  retryDelivery: named((client, { delivery }) => client.retryDelivery(delivery)),
}

/** One of everything, by a client of acme. Words of acme that nobody else may ever read are marked. */
export async function fillEverything(scene: Pick<Scene, 'database' | 'review'> & { blobs: string }, root: CountersignClient): Promise<Ids> {
  const { db } = scene.database
  const blob = await createBlobStore(scene.blobs).put(Buffer.from('acme-secret file'), 'text/plain')
  const { run, document } = await root.ingest({ name: 'acme-secret.txt', bytes: Buffer.from('acme-secret text') })
  await db.insert(schema.files).values({ tenant: 'acme', hash: blob.hash, mime: 'text/plain', bytes: 16 })
  const { id: review } = await scene.review(run, { title: 'acme-secret title', document })
  const { id: other } = await scene.review(run, { title: 'acme-secret other' }, { checkpoint: 'c2' })
  await root.addUser({ id: 'acme-secret-ann', roles: ['reviewer'] })
  const token = await root
    .as({ tenant: 'acme', user: 'acme-secret-ann', roles: ['reviewer'] })
    .createToken({ name: 'acme-secret', scopes: ['read'] })
  const comment = await root.comment(review, 'acme-secret words')
  const view = await root.saveView({ name: 'acme-secret view', query: 'kind=incident', shared: true })
  const batch = await root.createBatch({ verb: 'approve', reviews: [other] })
  await root.setPolicy('type:acme-secret', { quorum: 2 })
  const values = { tenant: 'acme', entry: 1, event: 'review.opened', channel: 'acme-secret', status: 'dead' as const, review }
  const [delivery] = await db.insert(schema.deliveries).values(values).returning({ id: schema.deliveries.id })
  return {
    run,
    review,
    document: document ?? '',
    hash: blob.hash,
    comment: comment.id,
    batch: batch.id,
    view: view.id,
    user: 'acme-secret-ann',
    token: token.id,
    delivery: delivery?.id ?? 0,
  }
}
