import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { codeOf } from './errors.mjs'

/**
 * A process that cannot be mistaken for a later one with the same number: `startTime` is opaque and unique per boot.
 * @typedef {{ pid: number, startTime: string }} ProcessIdentity
 */

/**
 * The identity of a running process, or undefined when there is none (a zombie counts as none).
 * @param {number} pid
 * @returns {ProcessIdentity | undefined}
 */
export function identify(pid) {
  const startTime = process.platform === 'linux' ? linuxStartTime(pid) : psStartTime(pid)
  return startTime === undefined ? undefined : { pid, startTime }
}

/**
 * Whether the very same process still runs.
 * @param {ProcessIdentity | undefined} identity
 */
export function isAlive(identity) {
  return identity !== undefined && identify(identity.pid)?.startTime === identity.startTime
}

/**
 * The command line of a process, or undefined.
 * @param {number} pid
 */
export function commandOf(pid) {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return undefined
  }
}

/**
 * Ends a process with the given signals, one after the other, until it is gone. Does nothing to a process that took over
 * the number.
 * @param {ProcessIdentity} identity
 * @param {readonly { signal: NodeJS.Signals, patienceMs: number }[]} steps
 * @returns {Promise<boolean>} whether it is gone
 */
export async function endProcess(identity, steps) {
  for (const { signal, patienceMs } of steps) {
    if (!isAlive(identity)) return true
    try {
      process.kill(identity.pid, signal)
    } catch (error) {
      if (codeOf(error) !== 'ESRCH') throw error
    }
    if (await waitUntil(() => !isAlive(identity), patienceMs)) return true
  }
  return !isAlive(identity)
}

/**
 * Polls a condition every 15 ms until it holds or the time is over.
 * @param {() => boolean | Promise<boolean>} condition
 * @param {number} timeoutMs
 * @returns {Promise<boolean>} whether the condition held in time
 */
export async function waitUntil(condition, timeoutMs) {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    if (await condition()) return true
    if (Date.now() >= deadline) return false
    await wait(15)
  }
}

/** @param {number} pid */
function linuxStartTime(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The command is in parentheses and may hold spaces, so fields are counted after the last one; proc(5): state is
    // field 3, starttime (clock ticks since boot) is field 22.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()}/${fields[19]}`
  } catch {
    return undefined
  }
}

/** @param {number} pid */
function psStartTime(pid) {
  try {
    const line = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return line.trim() === '' || line.trim().startsWith('Z') ? undefined : line.trim().replace(/^\S+\s+/, '')
  } catch {
    return undefined
  }
}
