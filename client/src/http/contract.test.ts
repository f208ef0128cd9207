import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { announceChanges, schema } from '@countersign/db'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type ContractStage, openContractStage, outcome } from '../../test/contract-stage.ts'
import { TRAVEL_READS, TRAVEL_REFUSALS } from '../../test/contract-travel.ts'
import { DOORS } from '../permissions.ts'
import type { ChangeEvent, CountersignClient } from '../types.ts'

/** One suite for the client in process and the client over HTTP: whatever a caller does, both answer the same. */

let stage: ContractStage

beforeAll(async () => {
  stage = await openContractStage()
})
afterAll(() => stage.close())

/** A client for a person: `name` with all roles, or `name:role`. */
const sides: [string, (who?: string) => CountersignClient][] = [
  ['in process', (who = 'ada') => stage.inProcess(who)],
  ['over HTTP', (who = 'ada') => stage.overHttp(who)],
]

describe('what is read', () => {
  let run: string
  let review: string
  let document: string
  let hash: string

  beforeAll(async () => {
    const ingested = await stage.direct.ingest({ name: 'note.txt', bytes: Buffer.from('A note.'), documentType: 'generic' })
    ;({ run, document } = ingested)
    ;({ hash } = await stage.direct.getDocument(document))
    const { id } = await stage.scene.review(run, {
      document,
      confidence: 0.4,
      evidence: [{ page: 1, text: 'A note.' }],
      policy: { deadline: { within: 60 } },
    })
    review = id
    await stage.direct.comment(review, 'Is this ours, @bob?')
    await stage.direct.saveView({ name: 'Mine', query: 'claim=mine', shared: true })
  })

  const reads: [string, (client: CountersignClient) => Promise<unknown>][] = [
    ['me', (client) => client.me()],
    ['listReviews', (client) => client.listReviews()],
    [
      'listReviews under a filter',
      (client) => client.listReviews({ status: 'open', olderThan: 0, decidable: true, maxConfidence: 0.5, limit: 1 }),
    ],
    ['countReviews', (client) => client.countReviews()],
    ['neighbours', (client) => client.neighbours(review, { claim: 'free', sort: 'priority' })],
    ['listComments', (client) => client.listComments(review)],
    ['getShown', (client) => client.getShown(review, 'f'.repeat(64))],
    ['listViews', (client) => client.listViews()],
    ['listPolicies', (client) => client.listPolicies()],
    ['listRuns', (client) => client.listRuns({ status: 'running', graph: 'ingest' })],
    ['getRun', (client) => client.getRun(run)],
    ['listCheckpoints', (client) => client.listCheckpoints(run)],
    ['getState', (client) => client.getState(run, 'none')],
    ['listDocuments', (client) => client.listDocuments({ text: 'NOTE' })],
    ['getDocument', (client) => client.getDocument(document)],
    [
      'readFile',
      async (client) => ({ ...(await client.readFile(hash)), bytes: Buffer.from((await client.readFile(hash)).bytes).toString() }),
    ],
    ['search', (client) => client.search('what is this?', { limit: 3 })],
    ['listGraphs', (client) => client.listGraphs()],
    ['health', (client) => client.health()],
    ['listAudit', (client) => client.listAudit({ review })],
    ['exportAudit', (client) => client.exportAudit({ review })],
    ['verifyAudit', (client) => client.verifyAudit()],
    ['listUsers', (client) => client.listUsers()],
    ['listTokens', (client) => client.listTokens()],
    ['listDeliveries', (client) => client.listDeliveries({ status: 'dead' })],
    ['getBatch', (client) => client.getBatch('ba_none')],
    ['listBatchItems', (client) => client.listBatchItems('ba_none', { odd: true })],
  ]
  test.each(reads)('%s is the same over HTTP', async (_name, read) => {
    const [inProcess, overHttp] = [await outcome(read(stage.direct)), await outcome(read(stage.overHttp('ada')))]
    expect(overHttp).toEqual(inProcess)
  })
  test.each(TRAVEL_READS)('%s is the same over HTTP', async (_name, read) => {
    expect(await outcome(read(stage.overHttp('ada'), run))).toEqual(await outcome(read(stage.direct, run)))
  })

  test('getReview is the same but for its ticket, which is issued each time', async () => {
    const [inProcess, overHttp] = [await stage.direct.getReview(review), await stage.overHttp('ada').getReview(review)]
    expect(overHttp).toEqual({ ...inProcess, ticket: expect.any(String) })
  })
})

describe('what is refused', () => {
  const calls: [string, string, (client: CountersignClient) => Promise<unknown>][] = [
    ['a review that is not there', 'not_found', (client) => client.getReview('rv_none')],
    ['an id that is none', 'not_found', (client) => client.getRun('../x?y=1#z')],
    ['a cursor that is none', 'invalid_input', (client) => client.listRuns({ after: 'nonsense' })],
    ['a limit of nothing', 'invalid_input', (client) => client.listReviews({ limit: 0 })],
    ['a graph that nobody registered', 'graph_unknown', (client) => client.startRun({ graph: 'none', input: {} })],
    ['an empty file', 'empty_file', (client) => client.ingest({ name: 'a.txt', bytes: new Uint8Array() })],
    ['a file that is too large', 'too_large', (client) => client.ingest({ name: 'a.txt', bytes: Buffer.alloc(1_000_001, 'a') })],
    ['a path that is not there', 'not_found', (client) => client.ingest({ path: '/nowhere/a.pdf' })],
    ['an address that is none', 'invalid_input', (client) => client.ingest({ url: 'ftp://a.test/' })],
    [
      'a kind that the content is not',
      'kind_mismatch',
      (client) => client.ingest({ name: 'a', bytes: Buffer.from('Words.'), kind: 'pdf' }),
    ],
    ['a language that is none', 'invalid_input', (client) => client.ingest({ text: 'Words.', language: 'klingonish' })],
    ['a delivery that is not there', 'not_found', (client) => client.retryDelivery(999_999)],
    ['a policy for no scope', 'invalid_input', (client) => client.setPolicy('everything', {})],
  ]
  for (const [side, open] of sides) {
    test.each([...calls, ...TRAVEL_REFUSALS])(`${side}: %s is %s`, async (_name, code, call) => {
      await expect(call(open())).rejects.toMatchObject({ name: 'CountersignError', code })
    })

    test(`${side}: a viewer may look and change nothing`, async () => {
      const { id } = await stage.scene.review(await stage.scene.run())
      const viewer = open('vic:viewer')
      const { standing, ticket } = await viewer.getReview(id)
      expect({ ...standing, ticket }).toMatchObject({ allowed: false, ticket: null })
      for (const change of [
        () => viewer.claim(id),
        () => viewer.comment(id, 'x'),
        () => viewer.assign(id, 'bob'),
        () => viewer.decide({ review: id, verb: 'approve', shownHash: 'x' }),
      ]) {
        await expect(change()).rejects.toMatchObject({ code: 'forbidden', status: 403, details: { roles: ['viewer'] } })
      }
    })
  }
})

describe.each(sides)('what is changed, %s:', (_side, open) => {
  test('a review is claimed, refused to others, released, and decided once', async () => {
    const { id } = await stage.scene.review(await stage.scene.run())
    const [ada, bob] = [open('ada'), open('bob')]
    const claim = await ada.claim(id)
    expect(claim).toMatchObject({ review: id, by: 'ada' })
    await expect(bob.claim(id)).rejects.toMatchObject({ code: 'claimed_by_other', details: { by: 'ada', until: claim.until } })
    expect(await ada.release(id)).toBeUndefined()
    await bob.claim(id)
    const { ticket, shownHash } = await bob.getReview(id)
    const decided = await bob.decide({
      review: id,
      verb: 'edit',
      value: { total: 13 },
      ticket: ticket ?? '',
      shownHash,
      clientKey: `k-${id}`,
    })
    expect(decided).toMatchObject({
      outcome: 'decided',
      repeated: false,
      review: { id, status: 'decided', verb: 'edit', decidedBy: 'bob' },
    })
    const again = await bob.decide({ review: id, verb: 'edit', value: { total: 13 }, ticket: ticket ?? '', clientKey: `k-${id}` })
    expect(again).toEqual({ ...decided, repeated: true })
    const late = { review: id, verb: 'approve' as const, shownHash }
    await expect(ada.decide(late)).rejects.toMatchObject({
      code: 'already_decided',
      status: 409,
      retryable: false,
      details: { by: 'bob', verb: 'edit', at: decided.review.decidedAt },
    })
    expect((await ada.getReview(id)).decision).toMatchObject({ by: 'bob', value: { total: 13 }, reason: null })
  })

  test('a review is decided by the name of its run, where it is the only one', async () => {
    const run = await stage.scene.run()
    const { id, shownHash } = await stage.scene.review(run)
    expect(await open().decide({ run, verb: 'approve', shownHash })).toMatchObject({ review: { id, verb: 'approve' } })
  })

  test('work is given to somebody and taken away, with a deadline and words', async () => {
    const { id } = await stage.scene.review(await stage.scene.run())
    const ada = open('ada')
    expect(await ada.assign(id, 'bob')).toMatchObject({ id, assignee: 'bob' })
    expect(await ada.assign(id, null)).toMatchObject({ assignee: null })
    const dueAt = new Date(Date.now() + 3_600_000).toISOString()
    expect(await ada.setDeadline(id, dueAt)).toMatchObject({ id, dueAt })
    expect(await ada.setDeadline(id, null)).toMatchObject({ dueAt: null })
    const comment = await ada.comment(id, 'Please look, @bob — «Größe» 図')
    expect(comment).toMatchObject({ review: id, author: 'ada', mentions: ['bob'], body: 'Please look, @bob — «Größe» 図' })
    expect(await ada.listComments(id)).toEqual([comment])
  })

  test('a decided review is sent back while its run has not gone on', async () => {
    const { id, shownHash } = await stage.scene.review(await stage.scene.run())
    const ada = open('ada')
    await ada.decide({ review: id, verb: 'approve', shownHash })
    expect(await ada.sendBack(id, 'the total again')).toMatchObject({ id, status: 'open', round: 2 })
  })

  test('views are saved and deleted', async () => {
    const ada = open('ada')
    const view = await ada.saveView({ name: 'Due', query: 'due=soon&kind=extraction' })
    expect(await ada.listViews()).toContainEqual(view)
    expect(await ada.deleteView(view.id)).toBeUndefined()
    expect(await ada.listViews()).not.toContainEqual(view)
  })

  test('a policy is set with its defaults filled in, and taken away', async () => {
    const ada = open('ada')
    const policy = { quorum: 2, deadline: { within: 3600, steps: [{ after: 600, do: 'remind' as const }] } }
    expect(await ada.setPolicy('type:contract', policy)).toMatchObject({ scope: 'type:contract', policy, updatedBy: 'ada' })
    await ada.setPolicy('type:contract', {})
    expect((await ada.listPolicies()).map(({ scope }) => scope)).not.toContain('type:contract')
  })

  test('a person is added, changed and disabled; a token is made, used up and revoked', async () => {
    const ada = open('ada')
    const id = `new-${_side.replaceAll(' ', '-')}`
    expect(await ada.addUser({ id, name: 'Nia', email: `${id}@a.test`, roles: ['reviewer'] })).toMatchObject({ id, roles: ['reviewer'] })
    expect(await ada.updateUser(id, { roles: ['viewer'], disabled: true })).toMatchObject({
      roles: ['viewer'],
      disabled: true,
      name: 'Nia',
    })
    expect((await ada.listUsers()).map((one) => one.id)).toContain(id)
    const change = ada.changePassword({ old: 'the old password', new: 'another long password' })
    await expect(change).rejects.toMatchObject({ code: 'conflict', says: { code: 'person.noPassword', values: {} } })
    const { secret, ...token } = await ada.createToken({ name: 'nightly', scopes: ['read'], days: 2 })
    expect(secret.length).toBeGreaterThan(20)
    expect(await ada.listTokens()).toContainEqual(token)
    expect(await ada.revokeToken(token.id)).toBeUndefined()
    expect((await ada.listTokens()).find((one) => one.id === token.id)?.revokedAt).not.toBeNull()
  })

  test('a batch is made, looked at, started and stopped', async () => {
    const run = await stage.scene.run()
    const [one, two] = [await stage.scene.review(run), await stage.scene.review(run, { title: 'Another' })]
    const ada = open('ada')
    const batch = await ada.createBatch({ verb: 'approve', filter: { run, kind: 'extraction' } })
    expect(batch).toMatchObject({ status: 'preview', total: 2, decided: 0, createdBy: 'ada' })
    expect(await ada.getBatch(batch.id)).toEqual(batch)
    const items = await ada.listBatchItems(batch.id, { status: 'pending', limit: 1 })
    expect(items).toMatchObject({ items: [{ status: 'pending' }], next: expect.any(String) })
    expect(await ada.startBatch(batch.id)).toMatchObject({ status: 'running' })
    expect(await ada.stopBatch(batch.id)).toMatchObject({ id: batch.id })
    await expect(ada.createBatch({ verb: 'reject', reviews: [one.id, two.id] })).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('a run is started once per client key, and cancelled', async () => {
    const ada = open('ada')
    const input = { graph: 'ingest', input: { a: [1, null, 'x'] }, title: 'By hand', clientKey: `start-${_side}` }
    const started = await ada.startRun(input)
    expect(await ada.startRun(input)).toEqual(started)
    expect(await ada.cancelRun(started.run)).toBeUndefined()
  })

  test('a document comes in as bytes, as a path, as an address and as a text', async () => {
    const ada = open('ada')
    const bytes = await ada.ingest({ name: 'ünïcode & Co.txt', bytes: Buffer.from(`Bytes ${_side}`), language: 'en' })
    expect(bytes).toMatchObject({ duplicate: false })
    expect(await ada.getDocument(bytes.document)).toMatchObject({ name: 'ünïcode & Co.txt', language: 'en', kind: 'text' })
    const file = path.join(stage.scene.folder, `${_side}.md`)
    await writeFile(file, `# Path ${_side}`)
    expect(await ada.ingest({ path: file, clientKey: `path-${_side}` })).toMatchObject({ duplicate: false })
    expect(await ada.ingest({ path: file })).toMatchObject({ duplicate: true })
    expect(await ada.ingest({ path: file, again: true })).toMatchObject({ duplicate: false })
    expect(await ada.ingest({ url: `https://a.test/${encodeURIComponent(_side)}` })).toMatchObject({ duplicate: false })
    const { document } = await ada.ingest({ text: `Text ${_side}`, kind: 'markdown' })
    expect(await ada.getDocument(document)).toMatchObject({ name: `Text ${_side}`, kind: 'markdown' })
    const settings = { kind: 'document', strategy: 'ocr_only', enrich: true } as const
    const { run } = await ada.ingest({ name: 'a.pdf', bytes: Buffer.from(`%PDF-1.4 ${_side}`), ...settings })
    const [row] = await stage.scene.database.db.select().from(schema.runs).where(eq(schema.runs.id, run))
    expect(row?.input).toMatchObject({ claimed: 'document', strategy: 'ocr_only', enrich: true, depth: null })
  })

  test('changes are told as they happen, until nobody listens', async () => {
    const abort = new AbortController()
    const events: ChangeEvent[] = []
    const done = (async () => {
      for await (const event of open().watch(abort.signal)) events.push(event)
    })()
    await vi.waitFor(() => expect(events).toContainEqual({ kind: 'run', id: '*', run: null }), 10_000)
    await announceChanges(stage.scene.database.db, [{ tenant: 'acme', kind: 'review', id: `rv_${_side}`, run: 'r1' }])
    await vi.waitFor(() => expect(events).toContainEqual({ kind: 'review', id: `rv_${_side}`, run: 'r1' }), 10_000)
    abort.abort()
    await done
  })
})

test('over HTTP nobody acts as somebody else', () => {
  const client = stage.overHttp('ada')
  expect(() => client.as({ tenant: 'acme', user: 'bob', roles: ['admin'] })).toThrow(/acts as whoever its token belongs to/)
})

test('every door was asked over HTTP', () => {
  expect([...stage.api.asked].sort()).toEqual(Object.keys(DOORS).sort())
})
