import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { stackStatus, startStack, stopStack } from './index.mjs'
import { answers } from './ports.mjs'
import { identify, isAlive, waitUntil } from './process-identity.mjs'
import { readState, writeState } from './state.mjs'

const LIBRARY = fileURLToPath(new URL('./index.mjs', import.meta.url))
const SOON = 20_000

describe('the local stack', { timeout: 120_000 }, () => {
  let home = ''
  const children: ChildProcess[] = []

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'countersign-stack-'))
    await chmod(home, 0o755)
  })
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
    await stopStack(home)
    await rm(home, { recursive: true, force: true })
  })

  const start = (need: ('postgres' | 'temporal')[] = ['postgres']) => startStack({ home, need, useExternal: false })

  /** Another process that starts the stack, prints what it got and stays. */
  async function startElsewhere(
    need: string,
    keepRunning = false,
  ): Promise<{ child: ChildProcess; startedHere: string[]; databaseUrl: string; temporalAddress: string }> {
    const script = `import { startStack } from ${JSON.stringify(LIBRARY)}
      const stack = await startStack({ home: ${JSON.stringify(home)}, need: ${need}, useExternal: false, keepRunning: ${keepRunning} })
      console.log(JSON.stringify(stack))
      setInterval(() => undefined, 1000)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
    children.push(child)
    if (child.stdout === null) throw new Error('no output')
    const [line] = await once(child.stdout, 'data')
    return { child, ...JSON.parse(String(line)) }
  }

  const query = async (url: string, sql: string): Promise<unknown[]> => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }

  const pidOf = async (name: 'postgres' | 'temporal') => (await stackStatus(home))[name].pid ?? 0

  it('keeps its data, its password and its address over a restart, and only its owner can read the password', async () => {
    const first = await start()
    expect(first.startedHere).toEqual(['postgres'])
    await query(first.databaseUrl, "create table kept as select 'vector' as word, '[1,2]'::vector as embedding")
    await first.stop()
    expect(await stackStatus(home)).toMatchObject({ postgres: { running: false } })
    const second = await start()
    expect(second.databaseUrl).toBe(first.databaseUrl)
    expect(await query(second.databaseUrl, 'select word from kept')).toEqual([{ word: 'vector' }])
    expect((await stat(join(home, 'stack.json'))).mode & 0o777).toBe(0o600)
  })

  it('does not let the product’s role pass row-level security, as on a managed Postgres', async () => {
    const { databaseUrl } = await start()
    const sql = 'select rolsuper, rolbypassrls, rolcreatedb from pg_roles where rolname = current_user'
    expect(await query(databaseUrl, sql)).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreatedb: true }])
    await expect(query(databaseUrl.replace(/:[0-9a-f]+@/, ':wrong@'), 'select 1')).rejects.toThrow('password authentication failed')
  })

  it('starts again after Postgres was killed, with everything that was committed', async () => {
    const { databaseUrl } = await start()
    await query(databaseUrl, 'create table kept as select 1 as one')
    process.kill(await pidOf('postgres'), 'SIGKILL')
    expect(await waitUntil(async () => !(await stackStatus(home)).postgres.running, SOON)).toBe(true)
    const again = await start()
    expect(again.startedHere).toEqual(['postgres'])
    expect(await query(again.databaseUrl, 'select one from kept')).toEqual([{ one: 1 }])
  })

  it('ends a server whose state file was lost, and sets a new password on its data', async () => {
    const first = await start()
    const lost = identify(await pidOf('postgres'))
    await rm(join(home, 'stack.json'))
    const second = await start()
    expect(isAlive(lost)).toBe(false)
    expect(second.databaseUrl).not.toBe(first.databaseUrl)
    expect(await query(second.databaseUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('starts each server once when several processes start it at the same time', async () => {
    const starters = await Promise.all([1, 2, 3].map(() => startElsewhere('["postgres", "temporal"]')))
    expect(starters.flatMap((starter) => starter.startedHere).toSorted()).toEqual(['postgres', 'temporal'])
    expect(new Set(starters.map((starter) => starter.databaseUrl)).size).toBe(1)
  })

  it('leaves a process alone that took over the number of a server', async () => {
    const innocent = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'])
    children.push(innocent)
    const state = await readState(home)
    await writeState(home, { ...state, running: { temporal: { pid: innocent.pid ?? 0, startTime: 'before that process began' } } })
    expect(await stopStack(home)).toEqual([])
    expect(isAlive(identify(innocent.pid ?? 0))).toBe(true)
    expect((await readState(home)).running).toEqual({})
  })

  it('stops, for one caller, only what that caller started', async () => {
    const first = await start()
    const second = await start(['postgres', 'temporal'])
    expect(second.startedHere).toEqual(['temporal'])
    await second.stop()
    expect(await stackStatus(home)).toMatchObject({ postgres: { running: true }, temporal: { running: false } })
    await first.stop()
    expect(await stackStatus(home)).toMatchObject({ postgres: { running: false } })
  })

  it('stops with its owner, however that ends', async () => {
    const { child } = await startElsewhere('["postgres", "temporal"]')
    const pids = [identify(await pidOf('postgres')), identify(await pidOf('temporal'))]
    expect(pids.every(isAlive)).toBe(true)
    child.kill('SIGKILL')
    expect(await waitUntil(() => !pids.some(isAlive), SOON)).toBe(true)
  })

  it('runs on after its starter when it was asked to, until it is stopped', async () => {
    const { child, temporalAddress } = await startElsewhere('["temporal"]', true)
    const port = Number(temporalAddress.split(':')[1])
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await answers(port)).toBe(true)
    expect((await start(['temporal'])).startedHere).toEqual([])
    expect(await stopStack(home)).toEqual(['temporal'])
    expect(await answers(port)).toBe(false)
  })

  it('says why a server does not start, with the end of its log', async () => {
    await start().then((stack) => stack.stop())
    const failure = startStack({ home, need: ['postgres'], useExternal: false, postgresSettings: { max_connections: 'many' } })
    await expect(failure).rejects.toThrow(/postgres did not start.*invalid value for parameter "max_connections"/s)
    expect(await stackStatus(home)).toMatchObject({ postgres: { running: false } })
  })

  it('refuses data of another Postgres version by name', async () => {
    const stack = await start()
    const [row] = await query(stack.databaseUrl, 'select current_user as me')
    expect(row).toEqual({ me: 'countersign' })
    await stack.stop()
    const version = join(home, 'postgres', 'data', 'PG_VERSION')
    const before = await readFile(version, 'utf8')
    await writeFile(version, '17\n')
    await expect(start()).rejects.toMatchObject({ code: 'data_version' })
    await writeFile(version, before)
  })
})
