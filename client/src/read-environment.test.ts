import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEnvironment } from './read-environment.ts'

let home: string
beforeAll(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'countersign-home-'))
})
afterAll(() => rm(home, { recursive: true }))

const SERVERS = { DATABASE_URL: 'postgres://me@localhost/db', TEMPORAL_ADDRESS: 'localhost:7233' }

test('what is not set has a default', () => {
  expect(readEnvironment({ ...SERVERS, COUNTERSIGN_HOME: home })).toEqual({
    databaseUrl: 'postgres://me@localhost/db',
    temporalAddress: 'localhost:7233',
    temporalNamespace: 'default',
    tenant: 'default',
    user: os.userInfo().username,
    blobs: path.join(home, 'blobs'),
    home,
    maxBytes: 104_857_600,
    secret: null,
    audit: { key: null, folder: home },
  })
  expect(readEnvironment(SERVERS).home).toMatch(/\.countersign$/)
})

test('the servers of the local stack are used where none are named', async () => {
  const stack = {
    version: 1,
    password: 'p/w',
    ports: { postgres: 5433, temporal: 7234 },
    running: { postgres: { pid: 1 }, temporal: { pid: 2 } },
  }
  await writeFile(path.join(home, 'stack.json'), JSON.stringify(stack))
  expect(readEnvironment({ COUNTERSIGN_HOME: home })).toMatchObject({
    databaseUrl: 'postgres://countersign:p%2Fw@127.0.0.1:5433/countersign',
    temporalAddress: '127.0.0.1:7234',
  })
  expect(readEnvironment({ COUNTERSIGN_HOME: home, TEMPORAL_ADDRESS: 'far:1' }).temporalAddress).toBe('far:1')
})

test('without servers the error says how to start them', async () => {
  await writeFile(path.join(home, 'stack.json'), JSON.stringify({ version: 1, password: 'p', ports: { postgres: 5433 }, running: {} }))
  expect(() => readEnvironment({ COUNTERSIGN_HOME: home })).toThrow(/DATABASE_URL is not set.*countersign stack start/)
  expect(() => readEnvironment({ COUNTERSIGN_HOME: home, DATABASE_URL: SERVERS.DATABASE_URL })).toThrow(/TEMPORAL_ADDRESS is not set/)
  await writeFile(path.join(home, 'stack.json'), '{')
  expect(() => readEnvironment({ COUNTERSIGN_HOME: home })).toThrow(/stack\.json cannot be read/)
})

test('a wrong variable is named, and an empty one counts as not set', () => {
  const cases: [Record<string, string>, RegExp][] = [
    [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL: must begin with postgres/],
    [{ TEMPORAL_ADDRESS: 'http://x' }, /TEMPORAL_ADDRESS: must be host:port/],
    [{ COUNTERSIGN_TENANT: 'a/b' }, /COUNTERSIGN_TENANT: must not contain/],
    [{ COUNTERSIGN_MAX_BYTES: 'lots' }, /COUNTERSIGN_MAX_BYTES: must be a number of bytes/],
    [{ COUNTERSIGN_MAX_BYTES: '-1' }, /COUNTERSIGN_MAX_BYTES/],
  ]
  for (const [env, message] of cases) expect(() => readEnvironment({ ...SERVERS, ...env })).toThrow(message)
  expect(readEnvironment({ ...SERVERS, COUNTERSIGN_TENANT: '', COUNTERSIGN_MAX_BYTES: ' ' })).toMatchObject({ tenant: 'default' })
})
