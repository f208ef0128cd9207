import { mkdtemp, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { appendAudit } from '@countersign/db'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuditScene, setAuditScene } from '../../test/audit-scene.ts'
import { openAuditKeys, readAuditKeys } from '../audit/audit-key.ts'

let scene: AuditScene
beforeAll(async () => {
  scene = await setAuditScene()
})
afterAll(() => scene.close())

const logOf = async (tenant: string) => {
  const result = await scene.database.db.execute<{ seq: string; position: string }>(
    sql`select seq, position from countersign.audit where tenant = ${tenant} order by position`,
  )
  return result.rows.map(({ seq, position }) => ({ seq: Number(seq), position: Number(position) }))
}

test('several sealers share the work: positions have no gap and no entry is sealed twice', async () => {
  await scene.record('one', 40)
  await scene.record('two', 40)
  const sealers = [scene.sealer(), scene.sealer(), scene.sealer()]
  await Promise.all(sealers.map((sealer) => sealer.start()))
  await scene.record('one', 10)
  await expect.poll(async () => (await logOf('one')).filter(({ position }) => position > 0).length).toBe(50)
  await Promise.all(sealers.map((sealer) => sealer.stop()))
  for (const tenant of ['one', 'two']) {
    const log = await logOf(tenant)
    expect(log.map(({ position }) => position)).toEqual(log.map((_, index) => index + 1))
    expect(await scene.auditor(tenant).verifyAudit()).toMatchObject({ broken: [] })
  }
  expect(scene.warnings).toEqual([])
})

test('an entry that is committed late gets a later position than its seq would say', async () => {
  let late = 0
  await scene.database.db.transaction(async (tx) => {
    await appendAudit(tx, { tenant: 'late', actor: 'ada', event: 'session.opened', data: {} })
    const result = await tx.execute<{ seq: string }>(sql`select max(seq) as seq from countersign.audit where tenant = 'late'`)
    late = Number(result.rows[0]?.seq)
    await scene.sealed('late', 3)
  })
  await scene.sealer().sealAll()
  const log = await logOf('late')
  expect(log).toHaveLength(4)
  expect(log.at(-1)).toEqual({ seq: late, position: 4 })
  expect(await scene.auditor('late').verifyAudit()).toMatchObject({ position: 4, broken: [] })
})

test('what a failing batch wrote is not there: entries and what is made of them are sealed together', async () => {
  await scene.record('failing', 3)
  const failing = scene.sealer({ onSealed: () => Promise.reject(new Error('no room')) })
  await expect(failing.sealAll()).rejects.toThrow('no room')
  expect((await logOf('failing')).filter(({ position }) => position > 0)).toEqual([])
  await scene.sealer().sealAll()
})

test('a worker with another key seals nothing of a log that has one, and the other tenants as usual', async () => {
  await scene.sealed('keyed', 2)
  await scene.record('keyed', 1)
  await scene.record('fresh', 1)
  await scene.sealer({ places: { key: 'another key as long as a key must be', folder: scene.folder } }).sealAll()
  expect(scene.warnings).toEqual([expect.stringContaining('another key')])
  expect((await logOf('keyed')).filter(({ position }) => position > 0)).toHaveLength(2)
  expect((await logOf('fresh')).filter(({ position }) => position > 0)).toHaveLength(1)
})

test('a new key goes on where the old one stopped; both verify', async () => {
  const [before, after] = ['the first key as long as a key must be', 'the second key as long as a key must be']
  const with1 = { key: before, folder: scene.folder }
  const with2 = { key: `${after},${before}`, folder: scene.folder }
  await scene.record('rotated', 3)
  await scene.sealer({ places: with1 }).sealAll()
  await scene.record('rotated', 3)
  await scene.sealer({ places: with2 }).sealAll()
  expect(await scene.client({ tenant: 'rotated', audit: with2 }).verifyAudit()).toMatchObject({ sealed: 6, broken: [] })
})

test('the key is made once, for its owner alone, also by several processes at once', async () => {
  const places = { key: null, folder: await mkdtemp(path.join(os.tmpdir(), 'countersign-key-')) }
  expect(() => readAuditKeys(places)).toThrow(/COUNTERSIGN_AUDIT_KEY/)
  const opened = await Promise.all([openAuditKeys(places), openAuditKeys(places), openAuditKeys(places)])
  expect(new Set(opened.map(({ current }) => current.id)).size).toBe(1)
  expect((await stat(path.join(places.folder, 'audit.key'))).mode & 0o777).toBe(0o600)
  expect(() => readAuditKeys({ ...places, key: 'short' })).toThrow(/32 characters/)
})
