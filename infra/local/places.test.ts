import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cacheFolder, homeFolder, isReachable, makeOpenFolder, postgresFolder, serviceUser } from './places.mjs'

/** Nobody that owns anything here. */
const STRANGER = { uid: 4_000_000, gid: 4_000_000, name: 'stranger' }

describe('the places of data and binaries', () => {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'countersign-places-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  it('are out of reach below a folder that others may not enter', async () => {
    expect(isReachable(join(folder, 'not/made/yet'), STRANGER)).toBe(false)
    await chmod(folder, 0o711)
    expect(isReachable(join(folder, 'not/made/yet'), STRANGER)).toBe(true)
  })

  it('are below the home folder, unless another user runs Postgres and cannot get there', async () => {
    expect(postgresFolder(folder, undefined)).toBe(join(folder, 'postgres'))
    const elsewhere = postgresFolder(folder, STRANGER)
    expect(elsewhere).toMatch(/countersign\/[0-9a-f]{12}\/postgres$/)
    expect(postgresFolder(folder, STRANGER)).toBe(elsewhere)
    await chmod(folder, 0o755)
    expect(postgresFolder(folder, STRANGER)).toBe(join(folder, 'postgres'))
  })

  it('follow the environment', async () => {
    await chmod(folder, 0o755)
    vi.stubEnv('COUNTERSIGN_HOME', join(folder, 'home'))
    vi.stubEnv('COUNTERSIGN_CACHE', join(folder, 'cache'))
    expect(homeFolder()).toBe(join(folder, 'home'))
    expect(cacheFolder()).toBe(join(folder, 'cache'))
    expect(homeFolder(folder)).toBe(folder)
  })

  it('name the setting that root’s Postgres cannot reach', () => {
    vi.stubEnv('COUNTERSIGN_CACHE', join(folder, 'cache'))
    const user = serviceUser()
    if (user === undefined) expect(cacheFolder()).toBe(join(folder, 'cache'))
    else expect(() => cacheFolder()).toThrow(`COUNTERSIGN_CACHE=${join(folder, 'cache')} cannot be entered by the user "${user.name}"`)
  })

  it('stay open to root’s Postgres under a strict umask', async () => {
    const before = await mkdir(join(folder, 'a'), { mode: 0o700 }).then(() => stat(join(folder, 'a')))
    await makeOpenFolder(join(folder, 'a', 'b', 'c'))
    const made = await stat(join(folder, 'a', 'b'))
    if (process.getuid?.() === 0) expect(made.mode & 0o777).toBe(0o755)
    expect((await stat(join(folder, 'a'))).mode).toBe(before.mode)
  })
})
