import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuditScene, setAuditScene } from '../../test/audit-scene.ts'

let scene: AuditScene
beforeAll(async () => {
  scene = await setAuditScene()
})
afterAll(() => scene.close())

let tenants = 0
/** A tenant of its own with ten sealed entries. */
async function tenantWithLog(): Promise<string> {
  tenants += 1
  const tenant = `tenant-${tenants}`
  await scene.sealed(tenant, 10)
  return tenant
}
const verify = (tenant: string, anchors?: string) => scene.auditor(tenant).verifyAudit({ anchors })
const seqAt = async (tenant: string, position: number): Promise<number> => {
  const result = await scene.database.db.execute(sql`select seq from countersign.audit where tenant = ${tenant} and position = ${position}`)
  return Number(result.rows[0]?.seq)
}
const anchorsOf = async (tenant: string): Promise<string> =>
  await readFile(path.join(scene.folder, 'audit-anchors', `${tenant}.jsonl`), 'utf8')
/** Moves what stands behind a position by so many places, without two ever standing at one. */
const shift = (tenant: string, behind: number, by: number) => [
  sql`update countersign.audit set position = -position where tenant = ${tenant} and position > ${behind}`,
  sql`update countersign.audit set position = -position + ${by} where tenant = ${tenant} and position < 0`,
]

test('a log that nobody touched holds', async () => {
  const tenant = await tenantWithLog()
  await scene.record(tenant, 2)
  expect(await verify(tenant)).toEqual({ entries: 12, sealed: 10, anchors: 0, position: 10, found: 0, broken: [] })
})

test.each([
  ['its actor', sql`actor = 'eve'`],
  ['its time', sql`at = at - interval '1 millisecond'`],
  ['its data', sql`data = jsonb_set(data, '{mentions,0}', '"eve"')`],
  ['its review', sql`review = null`],
  ['its seal', sql`mac = reverse(mac)`],
])('an entry that was changed in %s is named with position, seq, event and time', async (_name, change) => {
  const tenant = await tenantWithLog()
  const seq = await seqAt(tenant, 4)
  await scene.tamper(sql`update countersign.audit set ${change} where seq = ${seq}`)
  const { broken } = await verify(tenant)
  expect(broken).toEqual([
    {
      kind: 'changed',
      position: 4,
      seq,
      event: 'comment.added',
      at: expect.stringMatching(/^20/),
      message: expect.stringContaining(`seq ${seq}, comment.added`),
    },
  ])
})

test('an entry that was removed is named, whether or not those behind it were renumbered', async () => {
  const gap = await tenantWithLog()
  const [before, seq, after] = [await seqAt(gap, 6), await seqAt(gap, 7), await seqAt(gap, 8)]
  await scene.tamper(sql`delete from countersign.audit where seq = ${seq}`)
  const message = `The entry at position 7 is gone (between seq ${before} and seq ${after}).`
  expect((await verify(gap)).broken).toEqual([{ kind: 'removed', position: 7, seq: null, event: null, at: null, message }])

  const closed = await tenantWithLog()
  await scene.tamper(sql`delete from countersign.audit where tenant = ${closed} and position in (3, 4)`)
  for (const step of shift(closed, 4, -2)) await scene.tamper(step)
  expect((await verify(closed)).broken).toMatchObject([
    { kind: 'removed', position: 3, message: expect.stringContaining('positions 3 to 4 are gone') },
  ])
})

test('entries that changed places are named', async () => {
  const tenant = await tenantWithLog()
  const seq = await seqAt(tenant, 5)
  await scene.tamper(sql`update countersign.audit set position = -1 where tenant = ${tenant} and position = 5`)
  await scene.tamper(sql`update countersign.audit set position = 5 where tenant = ${tenant} and position = 6`)
  await scene.tamper(sql`update countersign.audit set position = 6 where tenant = ${tenant} and position = -1`)
  expect((await verify(tenant)).broken).toMatchObject([{ kind: 'reordered', position: 5, seq }])
})

test('an entry that was moved to the end, or all positions that were written anew, are named', async () => {
  const tenant = await tenantWithLog()
  const seq = await seqAt(tenant, 2)
  await scene.tamper(sql`update countersign.audit set position = 11 where seq = ${seq}`)
  expect((await verify(tenant)).broken).toMatchObject([{ kind: 'reordered', position: 2, seq }])
  const other = await tenantWithLog()
  for (const step of shift(other, 0, 100)) await scene.tamper(step)
  expect((await verify(other)).broken).toMatchObject([{ kind: 'reordered', position: 1 }])
})

test('an entry that was put in, with a seal copied from another, is named', async () => {
  const tenant = await tenantWithLog()
  for (const step of shift(tenant, 4, 1)) await scene.tamper(step)
  await scene.tamper(sql`insert into countersign.audit (tenant, at, actor, event, run, review, document, data, position, mac)
    select tenant, at, actor, event, run, review, document, data, 5, mac from countersign.audit where tenant = ${tenant} and position = 4`)
  const seq = await seqAt(tenant, 5)
  expect((await verify(tenant)).broken).toMatchObject([{ kind: 'inserted', position: 5, seq }])
})

test('an entry whose seal was taken off is sealed again at the end, and missed where it was', async () => {
  const tenant = await tenantWithLog()
  await scene.tamper(sql`update countersign.audit set position = null, mac = null where tenant = ${tenant} and position = 3`)
  await scene.sealer().sealAll()
  expect((await verify(tenant)).broken).toMatchObject([{ kind: 'removed', position: 3 }])
})

test('several kinds of tampering in one log are all found', async () => {
  const tenant = await tenantWithLog()
  await scene.tamper(sql`update countersign.audit set actor = 'eve' where tenant = ${tenant} and position in (2, 9)`)
  await scene.tamper(sql`delete from countersign.audit where tenant = ${tenant} and position = 5`)
  expect((await verify(tenant)).broken.map(({ kind, position }) => `${kind} ${position}`)).toEqual(['changed 2', 'removed 5', 'changed 9'])
})

test('a log whose end was cut off is found by its anchors, also after it has grown again', async () => {
  const tenant = await tenantWithLog()
  const sealer = scene.sealer({ anchorEveryMs: 0 })
  await sealer.start()
  await scene.record(tenant, 2)
  await expect.poll(() => anchorsOf(tenant).catch(() => '')).toContain('"position":12')
  await sealer.stop()
  expect(await verify(tenant)).toMatchObject({ position: 12, broken: [] })

  await scene.tamper(sql`delete from countersign.audit where tenant = ${tenant} and position > 8`)
  expect(await verify(tenant, '')).toMatchObject({ broken: [] })
  expect((await verify(tenant)).broken).toMatchObject([
    { kind: 'truncated', position: 9, message: expect.stringContaining('entries 9 to 12 were cut off') },
  ])

  await scene.sealed(tenant, 6)
  expect((await verify(tenant)).broken).toMatchObject([
    { kind: 'truncated', message: expect.stringContaining('others were written in their place') },
  ])
})

test('anchors that were changed are said to be', async () => {
  const tenant = await tenantWithLog()
  const { anchor } = await scene.auditor(tenant).exportAudit()
  expect(await verify(tenant, anchor ?? '')).toMatchObject({ anchors: 1, broken: [] })
  const forged = (anchor ?? '').replace('"position":10', '"position":9')
  expect((await verify(tenant, `${anchor}\n${forged}\n`)).broken).toMatchObject([
    { kind: 'changed', message: expect.stringContaining('Line 2 of the anchors') },
  ])
})

test('with another key nothing can be said about the log, and that is said', async () => {
  const tenant = await tenantWithLog()
  const stranger = scene.client({ tenant, audit: { key: 'k'.repeat(64), folder: scene.folder } })
  await expect(stranger.verifyAudit()).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('another key') })
  await expect(scene.client({ tenant }).verifyAudit()).rejects.toMatchObject({ code: 'unavailable' })
})

test('only who may audit verifies and exports; everybody who may read reads', async () => {
  const tenant = await tenantWithLog()
  const viewer = scene.auditor(tenant).as({ tenant, user: 'vi', roles: ['viewer'] })
  await expect(viewer.verifyAudit()).rejects.toMatchObject({ code: 'forbidden' })
  await expect(viewer.exportAudit()).rejects.toMatchObject({ code: 'forbidden' })
  expect((await viewer.listAudit()).items).toHaveLength(10)
})
