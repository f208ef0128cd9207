import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, LocalStackError } from './errors.mjs'

/** @typedef {import('./process-identity.mjs').ProcessIdentity} ProcessIdentity */
/**
 * A server that was started here. `owner` is the process it stops with; a server without one runs until it is stopped.
 * @typedef {ProcessIdentity & { owner?: ProcessIdentity, socketFolder?: string }} RunningServer
 */
/**
 * What is known about the servers of one home folder. Ports are kept over restarts, so that addresses stay the same where
 * they can; the password belongs to the data.
 * @typedef {object} StackState
 * @property {1} version
 * @property {string} [password]
 * @property {{ postgres?: number, temporal?: number, temporalHttp?: number, temporalUi?: number }} ports
 * @property {{ postgres?: RunningServer, temporal?: RunningServer }} running
 */

/**
 * @param {string} home
 * @returns {Promise<StackState>} an empty state when there is none yet
 * @throws {LocalStackError} `bad_state` when the file was made by a newer version
 */
export async function readState(home) {
  /** @type {StackState} */
  const empty = { version: 1, ports: {}, running: {} }
  const text = await readFile(stateFile(home), 'utf8').catch((error) => {
    if (codeOf(error) === 'ENOENT') return '{}'
    throw error
  })
  /** @type {StackState} */
  let state
  try {
    state = { ...empty, ...JSON.parse(text) }
  } catch {
    // Written by rename, so it is only unreadable when someone edited it: servers are then found by their own lock files.
    return empty
  }
  if (state.version !== 1) {
    throw new LocalStackError('bad_state', `${stateFile(home)} was written by a newer version (${state.version}). Use that version.`)
  }
  return state
}

/**
 * Replaces the state in one step; only its owner can read it, because it holds the database's password.
 * @param {string} home
 * @param {StackState} state
 */
export async function writeState(home, state) {
  const file = stateFile(home)
  const next = `${file}.${process.pid}.next`
  await writeFile(next, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 })
  await rename(next, file)
}

/** @param {string} home */
function stateFile(home) {
  return join(home, 'stack.json')
}
