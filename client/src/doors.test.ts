import { createBlobStore, schema } from '@countersign/db'
import { type Actor, CountersignError, PERMISSIONS, type Permission, ROLE_PERMISSIONS, ROLES } from '@countersign/workflows/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registerGraph, type Scene, setScene } from '../test/scene.ts'
import { DOORS, type Door } from './permissions.ts'
import type { CountersignClient } from './types.ts'

/** One of everything, of the tenant "acme". */
interface Ids {
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

interface Entry {
  call: (client: CountersignClient, ids: Ids) => unknown
  /** What another tenant's admin meets: `not_found` where ids are named; `own`: only what is theirs. */
  abroad: 'not_found' | 'own'
}

const named = (call: Entry['call']): Entry => ({ call, abroad: 'not_found' })
const own = (call: Entry['call']): Entry => ({ call, abroad: 'own' })

/** Every door. The compiler asks for a line here when one is added, and so does the first test. */
const TABLE: Record<Door, Entry> = {
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
  decide: named((client, { review }) => client.decide({ review, verb: 'approve' })),
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
  listAudit: own((client, { review }) => client.listAudit({ review })),
  verifyAudit: own((client) => client.verifyAudit()),
  exportAudit: own((client) => client.exportAudit()),
  listUsers: own((client) => client.listUsers()),
  addUser: own((client) => client.addUser({ id: `p${Math.random()}`, roles: ['viewer'] })),
  updateUser: named((client, { user }) => client.updateUser(user, { name: 'Changed' })),
  listTokens: own((client) => client.listTokens()),
  createToken: own((client) => client.createToken({ name: 'script', scopes: ['read'] })),
  revokeToken: named((client, { token }) => client.revokeToken(token)),
  listPolicies: own((client) => client.listPolicies()),
  setPolicy: own((client) => client.setPolicy('graph:ingest', { quorum: 1 })),
  listDeliveries: own((client) => client.listDeliveries()),
  retryDelivery: named((client, { delivery }) => client.retryDelivery(delivery)),
}

const isDoor = (name: string): name is Door => name in DOORS
const doors = Object.keys(DOORS).filter(isDoor)

let scene: Scene
let root: CountersignClient
let ids: Ids

beforeAll(async () => {
  scene = await setScene()
  await registerGraph(scene.database)
  root = scene.client({ user: 'root' })
  ids = await fill()
}, 120_000)
afterAll(() => scene.close())

/** Words of acme that nobody else may ever read are marked. */
async function fill(): Promise<Ids> {
  const { db } = scene.database
  const blob = await createBlobStore(`${scene.folder}/blobs`).put(Buffer.from('acme-secret file'), 'text/plain')
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

/** What a call comes to: its answer, or the code of its error and the permission that it says is missing. */
async function outcome(door: Door, actor: Actor): Promise<{ answer: unknown } | { code: unknown; needed?: unknown }> {
  try {
    const answer: unknown = await TABLE[door].call(root.as(actor), ids)
    return { answer }
  } catch (error) {
    if (!(error instanceof CountersignError)) return { code: error }
    const { code, details } = error
    return 'needed' in details ? { code, needed: details.needed } : { code }
  }
}

test('the table names every door, and every door asks a permission', () => {
  expect(Object.keys(TABLE).sort()).toEqual([...doors].sort())
  expect(doors.filter((door) => !PERMISSIONS.includes(DOORS[door]))).toEqual([])
})

describe('each role comes through the doors it may, and through no other', () => {
  const cases: [string, Pick<Actor, 'roles' | 'scopes'>, readonly Permission[]][] = [
    ['nobody', { roles: [] }, []],
    ...ROLES.map((role): (typeof cases)[number] => [role, { roles: [role] }, ROLE_PERMISSIONS[role]]),
    ...PERMISSIONS.map((scope): (typeof cases)[number] => [
      `an admin's token for ${scope}`,
      { roles: ['admin'], scopes: [scope] },
      [scope],
    ]),
    ["a viewer's token for everything", { roles: ['viewer'], scopes: PERMISSIONS }, ['read']],
  ]
  test.each(cases)('%s', async (name, actor, permissions) => {
    for (const door of doors) {
      if (door === 'search' && permissions.includes('read')) continue
      const met = await outcome(door, { tenant: 'acme', user: `by-${name.replaceAll(/\W/g, '-')}`, ...actor })
      // Behind the door a thing may be another's all the same: a batch, or the tokens of a token.
      const refused = 'needed' in met && met.needed === DOORS[door]
      expect({ door, refused }).toEqual({ door, refused: !permissions.includes(DOORS[door]) })
    }
  })
})

describe('another tenant', () => {
  const stranger: Actor = { tenant: 'other', user: 'mallory', roles: ['admin'] }

  /** All that is acme's, in every table that has a tenant, as one text each. */
  async function readAcme(): Promise<Record<string, unknown>> {
    const tables = await scene.database.pool.query<{ name: string }>(
      "select format('%I.%I', table_schema, table_name) as name from information_schema.columns where column_name = 'tenant' and table_schema = 'countersign'",
    )
    const rows = await Promise.all(
      tables.rows.map(async ({ name }) => {
        const { rows } = await scene.database.pool.query(
          `select md5(string_agg(t::text, '|' order by t::text)) as all from ${name} t where tenant = 'acme'`,
        )
        return [name, rows[0]?.all] as const
      }),
    )
    return Object.fromEntries(rows)
  }

  test('finds nothing by an id, reads nothing in a list and changes nothing, through any door', async () => {
    const before = await readAcme()
    for (const door of doors) {
      if (door === 'search') continue
      const met = await outcome(door, stranger)
      if (TABLE[door].abroad === 'not_found') expect({ door, ...met }).toEqual({ door, code: 'not_found' })
      const said = JSON.stringify([met])
      expect({ door, leaked: said.includes('acme-secret') || said.includes(ids.run) }).toEqual({ door, leaked: false })
    }
    expect(await readAcme()).toEqual(before)
  })

  test('hears nothing on a stream', async () => {
    const stop = new AbortController()
    const heard: unknown[] = []
    const listening = (async () => {
      for await (const change of root.as(stranger).watch(stop.signal)) {
        heard.push(change.id)
        if (change.id === '*')
          await root.comment(ids.review, 'again').then(() => root.as(stranger).startRun({ graph: 'ingest', input: {} }))
        else stop.abort()
      }
    })()
    await listening
    expect(heard).not.toContain(ids.review)
    expect(heard).toHaveLength(2)
  })
})
