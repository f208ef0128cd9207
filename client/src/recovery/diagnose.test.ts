import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { recordQueues, recordWorker } from '@countersign/db'
import { DEFAULT_QUEUE } from '@countersign/workflows/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerGraph, type Scene, setScene } from '../../test/scene.ts'
import { createTestNamespace, type TestNamespace } from '../../test/temporal.ts'
import type { Environment } from '../read-environment.ts'
import { type Check, diagnose } from './diagnose.ts'

let scene: Scene
let temporal: TestNamespace
let environment: Environment

beforeAll(async () => {
  ;[scene, temporal] = await Promise.all([setScene(), createTestNamespace()])
  environment = {
    databaseUrl: scene.url,
    temporalAddress: temporal.address,
    temporalNamespace: temporal.namespace,
    tenant: 'acme',
    user: 'ada',
    blobs: path.join(scene.folder, 'blobs'),
    home: scene.folder,
    maxBytes: 1_000,
    audit: { key: 'k'.repeat(64), folder: scene.folder },
    secret: null,
  }
  await registerGraph(scene.database, 'ingest')
  await recordWorker(scene.database.db, { id: 'w1', queues: [DEFAULT_QUEUE], graphs: ['ingest@1'] })
})
afterAll(async () => {
  await temporal.close()
  await scene.close()
})

const query = (sql: string) => scene.database.pool.query(sql)
const look = (changed: Partial<Environment> = {}) => diagnose({ environment: { ...environment, ...changed } })
const of = (checks: Check[], name: string) => checks.filter((check) => check.name === name)

describe('doctor', () => {
  it('finds nothing wrong with an installation that is well', async () => {
    const checks = await look()
    // How full the disk of this machine is, is nobody's fault.
    expect(checks.filter(({ name, status }) => status !== 'ok' && name !== 'disk')).toEqual([])
    const names = [
      'postgres',
      'pgvector',
      'migrations',
      'temporal',
      'clocks',
      'workers',
      'disk',
      'blobs',
      'audit key',
      'outbox',
      'stalls',
      'parked',
    ]
    expect([...new Set(checks.map(({ name }) => name))].toSorted()).toEqual(names.toSorted())
    expect(of(checks, 'clocks')[0]?.detail).toMatch(/^3 clocks are within 0\.\d\d s/)
  })

  it('says what to do where Postgres does not answer, and looks at the rest all the same', async () => {
    const checks = await look({ databaseUrl: 'postgres://nobody:x@127.0.0.1:9/none' })
    expect(of(checks, 'postgres')).toMatchObject([{ status: 'fail', advice: expect.stringContaining('DATABASE_URL') }])
    expect(of(checks, 'temporal')).toMatchObject([{ status: 'ok' }])
    expect(of(checks, 'blobs')).toMatchObject([{ status: 'ok' }])
  })

  it('says where Temporal does not answer, or lacks the namespace', async () => {
    expect(of(await look({ temporalAddress: '127.0.0.1:9' }), 'temporal')).toMatchObject([
      { status: 'fail', detail: expect.stringContaining('127.0.0.1:9') },
    ])
    const detail = 'has no namespace nowhere'
    expect(of(await look({ temporalNamespace: 'nowhere' }), 'temporal')).toMatchObject([
      { status: 'fail', detail: expect.stringContaining(detail) },
    ])
  })

  it('says where files cannot be written', async () => {
    const blocked = path.join(scene.folder, 'a-file')
    await writeFile(blocked, '')
    await mkdir(path.join(scene.folder, 'blobs'), { recursive: true })
    expect(of(await look({ blobs: path.join(blocked, 'blobs') }), 'blobs')).toMatchObject([{ status: 'fail' }])
  })

  it('names the queue without a worker, the worker that fell silent, the version that no worker knows', async () => {
    await registerGraph(scene.database, 'scans')
    await recordQueues(scene.database.db, { name: 'scans', version: '1', queues: { read: 'ocr' } })
    await recordWorker(scene.database.db, { id: 'w2', queues: ['ocr'], graphs: ['scans@1'] })
    await query(`update countersign.workers set seen_at = now() - interval '1 minute' where id = 'w2'`)
    await scene.run({ graph: 'scans', status: 'running' })
    const checks = of(await look(), 'workers')
    expect(checks.map(({ status, detail }) => [status, detail])).toEqual([
      ['ok', `queue ${DEFAULT_QUEUE}: 1 worker`],
      ['fail', 'queue ocr: no worker; scans@1 need it, 1 run under way'],
      ['warn', expect.stringContaining('worker w2 has been silent since')],
      ['warn', 'no live worker knows scans@1'],
    ])
    await query(`delete from countersign.graphs where name = 'scans'`)
    await query(`delete from countersign.workers where id = 'w2'`)
  })

  it('names the clock that is wrong', async () => {
    await query(`update countersign.workers set clock_ms = -600000`)
    expect(of(await look(), 'clocks')).toMatchObject([{ status: 'warn', detail: 'the clock of worker w1 is 600 s behind this one' }])
    await query(`update countersign.workers set clock_ms = 0`)
  })

  it('says what is owed, stands still and is parked, and what a schema lacks', async () => {
    const run = await scene.run({ status: 'parked' })
    await scene.review(run, { kind: 'incident', proposal: { node: 'index', code: 'internal', message: 'no' } })
    await query(`insert into countersign.stalls (tenant, run, reason, since) values ('acme', '${run}', 'no_worker', now())`)
    await query(
      `insert into countersign.outbox (tenant, topic, run, created_at) values ('acme', 'decided', '${run}', now() - interval '1 minute')`,
    )
    const found = await look()
    const said = ['outbox', 'stalls', 'parked'].flatMap((name) => of(found, name)).map(({ status, detail }) => `${status}: ${detail}`)
    expect(said).toEqual([
      'fail: 1 decision not taken in for 30 s, of 1 message owed',
      'warn: 1 run: no worker',
      'warn: 1 incident in 1 group',
    ])
    await query(
      `delete from countersign_migrations.__drizzle_migrations where created_at = (select max(created_at) from countersign_migrations.__drizzle_migrations)`,
    )
    const checks = await look()
    expect(of(checks, 'migrations')).toMatchObject([{ status: 'fail', detail: expect.stringContaining('1 migration missing') }])
    // Whatever a database lacks, nothing more is asked of it.
    expect(of(checks, 'stalls')).toEqual([])
    await query(`insert into countersign_migrations.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)`)
  })

  it('asks for the console and for what else the caller knows', async () => {
    const models = async (): Promise<Check[]> => [{ name: 'models', status: 'ok', detail: 'e5: whole', advice: null }]
    const checks = await diagnose({ environment, consoleUrl: 'http://127.0.0.1:9/', models })
    expect(of(checks, 'console')).toMatchObject([{ status: 'fail' }])
    expect(of(checks, 'models')).toHaveLength(1)
  })
})
