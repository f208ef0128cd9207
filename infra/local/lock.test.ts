import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withLock } from './lock.mjs'
import { identify, isAlive } from './process-identity.mjs'

describe('the lock file', () => {
  let folder = ''
  let lock = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'countersign-lock-'))
    lock = join(folder, 'lock')
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  it('lets one caller in at a time and leaves nothing behind', async () => {
    let inside = 0
    let most = 0
    const work = async () => {
      inside += 1
      most = Math.max(most, inside)
      await new Promise((resolve) => setImmediate(resolve))
      inside -= 1
    }
    await Promise.all(Array.from({ length: 20 }, () => withLock(lock, work)))
    expect(most).toBe(1)
    expect(await readdir(folder)).toEqual([])
  })

  it('is taken over, by one of many, when its holder is dead', async () => {
    await writeFile(lock, JSON.stringify({ pid: 2 ** 22 + 1, startTime: 'long ago' }))
    const order: number[] = []
    await Promise.all([1, 2, 3, 4].map((caller) => withLock(lock, async () => void order.push(caller))))
    expect(order.toSorted()).toEqual([1, 2, 3, 4])
    expect(await readdir(folder)).toEqual([])
  })

  it('is taken over when its holder’s number belongs to another process by now', async () => {
    await writeFile(lock, JSON.stringify({ pid: process.pid, startTime: 'another' }))
    expect(await withLock(lock, async () => 'in')).toBe('in')
  })

  it('is given up on with the holder’s number when that does not finish', async () => {
    await writeFile(lock, JSON.stringify(identify(process.pid)))
    await expect(withLock(lock, async () => 'in', { timeoutMs: 50 })).rejects.toThrow(`Another process (${process.pid})`)
    await rm(lock)
  })

  it('is free again after the work failed', async () => {
    await expect(withLock(lock, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await withLock(lock, async () => 'in')).toBe('in')
  })
})

describe('a process identity', () => {
  it('tells a process from a later one with the same number', async () => {
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] })
    const identity = child.pid === undefined ? undefined : identify(child.pid)
    expect(isAlive(identity)).toBe(true)
    expect(isAlive(identity && { ...identity, startTime: 'another' })).toBe(false)
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.stdin.end()
    await ended
    expect(isAlive(identity)).toBe(false)
  })
})
