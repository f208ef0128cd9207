import { link, mkdir, readFile, rmdir, stat, unlink, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { codeOf, LocalStackError } from './errors.mjs'
import { identify, isAlive, waitUntil } from './process-identity.mjs'

const ABANDONED_BREAK_MS = 10_000
let counter = 0

/**
 * Runs `work` while no other process (and no other caller in this process) holds the lock file. A lock whose holder died
 * is taken over.
 * @template T
 * @param {string} path of the lock file; its folder must exist
 * @param {() => Promise<T>} work
 * @param {{ timeoutMs?: number }} [options]
 * @returns {Promise<T>}
 * @throws {LocalStackError} `locked` (retryable) when the holder did not finish in time, 120 s unless told
 */
export async function withLock(path, work, { timeoutMs = 120_000 } = {}) {
  counter += 1
  const mine = `${path}.${process.pid}.${counter}`
  await writeFile(mine, JSON.stringify({ ...identify(process.pid), counter }), { mode: 0o600 })
  try {
    if (!(await waitUntil(() => tryTake(mine, path), timeoutMs))) {
      throw new LocalStackError(
        'locked',
        `Another process (${await holderOf(path)}) has been working in ${dirname(path)} for ${timeoutMs / 1000} s. Try again when it is done.`,
        { retryable: true },
      )
    }
    try {
      return await work()
    } finally {
      await unlink(path)
    }
  } finally {
    await unlink(mine)
  }
}

/**
 * @param {string} mine
 * @param {string} path
 */
async function tryTake(mine, path) {
  try {
    // A link appears whole or not at all, so the lock is never seen without its holder's name in it.
    await link(mine, path)
    return true
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
  if (await isDead(path)) await breakLock(path)
  return false
}

/**
 * Only one process may remove a dead lock, and it looks again while it alone may: otherwise the second one would remove
 * the lock that the first has just taken.
 * @param {string} path
 */
async function breakLock(path) {
  const guard = `${path}.break`
  try {
    await mkdir(guard)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    const stats = await stat(guard).catch(() => undefined)
    if (stats !== undefined && Date.now() - stats.mtimeMs > ABANDONED_BREAK_MS) await rmdir(guard).catch(() => undefined)
    return
  }
  try {
    if (await isDead(path)) await unlink(path)
  } finally {
    await rmdir(guard).catch(() => undefined)
  }
}

/** @param {string} path */
async function isDead(path) {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return false
  try {
    /** @type {unknown} */
    const holder = JSON.parse(text)
    if (typeof holder !== 'object' || holder === null || !('pid' in holder) || !('startTime' in holder)) return true
    return !isAlive({ pid: Number(holder.pid), startTime: String(holder.startTime) })
  } catch {
    return true
  }
}

/** @param {string} path */
async function holderOf(path) {
  const text = await readFile(path, 'utf8').catch(() => '')
  return /"pid":(\d+)/.exec(text)?.[1] ?? 'unknown'
}
