import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, LocalStackError } from './errors.mjs'
import { fetchBinaries } from './fetch-binaries.mjs'
import { watchOwner } from './guard.mjs'
import { withLock } from './lock.mjs'
import { homeFolder, makeOpenFolder } from './places.mjs'
import { answers, freePort } from './ports.mjs'
import { newPassword, postgresUrl, startPostgres, stopPostgres } from './postgres.mjs'
import { identify, isAlive } from './process-identity.mjs'
import { readState, writeState } from './state.mjs'
import { startTemporal, stopTemporal } from './temporal.mjs'

/** @typedef {'postgres' | 'temporal'} ServerName */
/** @typedef {import('./state.mjs').StackState} StackState */
/** @typedef {import('./process-identity.mjs').ProcessIdentity} ProcessIdentity */
/** @typedef {import('./index.mjs').StartStackOptions} StartStackOptions */
/** @typedef {import('./index.mjs').Stack} Stack */
/** @typedef {import('./index.mjs').StackStatus} StackStatus */

const ATTEMPTS = 3
/** @type {readonly ServerName[]} */
const ALL = ['postgres', 'temporal']

/**
 * See index.d.mts.
 * @param {StartStackOptions} [options]
 * @returns {Promise<Stack>}
 */
export async function startStack(options = {}) {
  const home = homeFolder(options.home)
  const need = options.need ?? ALL
  const external = options.useExternal === false ? {} : externalAddresses()
  const local = need.filter((name) => external[name] === undefined)
  const owner = options.keepRunning ? undefined : identify(process.pid)
  /** @type {ServerName[]} */
  let startedHere = []
  /** @type {StackState} */
  let state = { version: 1, ports: {}, running: {} }
  /** @type {{ dismiss(): void } | undefined} */
  let guard
  if (local.length > 0) {
    const binaries = await fetchBinaries({ need: local, cache: options.cache, log: options.log })
    if ((await stat(home).catch(() => undefined)) === undefined) await makeOpenFolder(home)
    // Before the servers, so that they are not left alone when this process is killed while they start.
    guard = owner && watchOwner({ home, owner, removeHome: options.removeHomeWithOwner ?? false })
    try {
      ;({ startedHere, state } = await withLock(join(home, 'stack.lock'), () => startMissing({ home, local, owner, binaries, options })))
    } finally {
      if (startedHere.length === 0) guard?.dismiss()
    }
  }
  return {
    ...addresses(state, external, need),
    home,
    startedHere,
    stop: async () => {
      await stopServers(home, (server) => startedHere.includes(server.name) && sameOwner(server.owner, owner))
      guard?.dismiss()
    },
  }
}

/**
 * See index.d.mts.
 * @param {string} [home]
 */
export async function stopStack(home) {
  return stopServers(homeFolder(home), () => true)
}

/**
 * Stops the servers that stop with `owner`. Used when the owner is gone.
 * @param {string} home
 * @param {ProcessIdentity} owner
 */
export async function stopOwned(home, owner) {
  return stopServers(home, (server) => sameOwner(server.owner, owner))
}

/**
 * See index.d.mts.
 * @param {string} [home]
 * @returns {Promise<StackStatus>}
 */
export async function stackStatus(home) {
  const folder = homeFolder(home)
  const state = await readState(folder)
  const external = externalAddresses()
  const known = addresses(state, external, ALL)
  /** @param {ServerName} name */
  const statusOf = (name) => {
    const server = state.running[name]
    const running = isAlive(server)
    return { running, external: external[name] !== undefined, ...(running && server !== undefined && { pid: server.pid }) }
  }
  return {
    home: folder,
    postgres: { ...statusOf('postgres'), url: known.databaseUrl },
    temporal: { ...statusOf('temporal'), address: known.temporalAddress, uiUrl: known.temporalUiUrl },
  }
}

/**
 * @param {object} context
 * @param {string} context.home
 * @param {readonly ServerName[]} context.local
 * @param {ProcessIdentity | undefined} context.owner
 * @param {import('./fetch-binaries.mjs').BinaryPaths} context.binaries
 * @param {StartStackOptions} context.options
 * @returns {Promise<{ startedHere: ServerName[], state: StackState }>}
 */
async function startMissing({ home, local, owner, binaries, options }) {
  const state = await readState(home)
  /** @type {ServerName[]} */
  const startedHere = []
  const results = await Promise.allSettled(
    local.map(async (name) => {
      const server = state.running[name]
      if (server !== undefined && isAlive(server) && (await answers(state.ports[name] ?? 0))) {
        if (server.owner === undefined || isAlive(server.owner)) {
          if (options.keepRunning) delete server.owner
          return
        }
        // Whoever it should have stopped with is gone, so it stops with this caller.
        if (owner === undefined) delete server.owner
        else server.owner = owner
        startedHere.push(name)
        return
      }
      if (server !== undefined) await stopServer(name, server)
      delete state.running[name]
      await startWithRetry(name, { home, state, owner, binaries, options })
      startedHere.push(name)
    }),
  )
  const failed = results.find((result) => result.status === 'rejected')
  if (failed !== undefined) {
    await stopWhere(state, (name) => startedHere.includes(name))
    await writeState(home, state)
    throw failed.reason
  }
  await writeState(home, state)
  return { startedHere, state }
}

/**
 * @param {ServerName} name
 * @param {object} context
 * @param {string} context.home
 * @param {StackState} context.state
 * @param {ProcessIdentity | undefined} context.owner
 * @param {import('./fetch-binaries.mjs').BinaryPaths} context.binaries
 * @param {StartStackOptions} context.options
 */
async function startWithRetry(name, { home, state, owner, binaries, options }) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      /**
       * @param {ProcessIdentity} identity
       * @param {string} [socketFolder]
       */
      const onStarted = async (identity, socketFolder) => {
        state.running[name] = { ...identity, ...(owner && { owner }), ...(socketFolder && { socketFolder }) }
        await writeState(home, state)
      }
      if (name === 'postgres') await startPostgresHere({ home, state, binaries, options, onStarted })
      else await startTemporalHere({ home, state, binaries, options, onStarted })
      return
    } catch (error) {
      const server = state.running[name]
      if (server !== undefined) await stopServer(name, server)
      delete state.running[name]
      delete state.ports[name]
      // A port that was free may be taken by the time the server binds it, and the children of a killed Postgres need a
      // moment to notice.
      if (attempt === ATTEMPTS || codeOf(error) !== 'server_failed') throw error
    }
  }
}

/** @param {{ home: string, state: StackState, binaries: import('./fetch-binaries.mjs').BinaryPaths, options: StartStackOptions, onStarted: (identity: ProcessIdentity, socketFolder: string) => Promise<void> }} context */
async function startPostgresHere({ home, state, binaries, options, onStarted }) {
  const passwordIsNew = state.password === undefined
  const password = state.password ?? newPassword()
  state.password = password
  const port = await freePort(state.ports.postgres)
  state.ports.postgres = port
  const executable = present(binaries.postgres, 'postgres')
  await startPostgres({ home, executable, port, password, passwordIsNew, settings: options.postgresSettings, onStarted })
}

/** @param {{ home: string, state: StackState, binaries: import('./fetch-binaries.mjs').BinaryPaths, options: StartStackOptions, onStarted: (identity: ProcessIdentity) => Promise<void> }} context */
async function startTemporalHere({ home, state, binaries, options, onStarted }) {
  const grpc = await freePort(state.ports.temporal)
  const http = await freePort(state.ports.temporalHttp)
  const ui = options.temporalUi === false ? undefined : await freePort(state.ports.temporalUi)
  Object.assign(state.ports, { temporal: grpc, temporalHttp: http, temporalUi: ui })
  const executable = present(binaries.temporal, 'temporal')
  await startTemporal({ home, executable, ports: { grpc, http, ui }, durable: options.durable, onStarted })
}

/**
 * @param {string} home
 * @param {(server: { name: ServerName, owner?: ProcessIdentity }) => boolean} wanted
 * @returns {Promise<ServerName[]>} the servers that were stopped
 */
async function stopServers(home, wanted) {
  if ((await stat(home).catch(() => undefined)) === undefined) return []
  return withLock(join(home, 'stack.lock'), async () => {
    const state = await readState(home)
    const stopped = await stopWhere(state, (name) => wanted({ name, owner: state.running[name]?.owner }))
    await writeState(home, state)
    return stopped
  })
}

/**
 * @param {StackState} state
 * @param {(name: ServerName) => boolean} wanted
 * @returns {Promise<ServerName[]>}
 */
async function stopWhere(state, wanted) {
  /** @type {ServerName[]} */
  const stopped = []
  await Promise.all(
    ALL.map(async (name) => {
      const server = state.running[name]
      if (server === undefined || !wanted(name)) return
      if (isAlive(server)) stopped.push(name)
      await stopServer(name, server)
      delete state.running[name]
    }),
  )
  return stopped
}

/**
 * @param {ServerName} name
 * @param {import('./state.mjs').RunningServer} server
 */
async function stopServer(name, server) {
  const gone = name === 'postgres' ? await stopPostgres(server) : await stopTemporal(server)
  if (!gone)
    throw new LocalStackError('stop_failed', `${name} (process ${server.pid}) does not end. Look at its log; end it by hand if you must.`)
}

/**
 * @param {StackState} state
 * @param {Partial<Record<ServerName, string>>} external
 * @param {readonly ServerName[]} need
 */
function addresses(state, external, need) {
  const { ports, password } = state
  const temporalIsLocal = external.temporal === undefined && need.includes('temporal')
  return {
    databaseUrl:
      external.postgres ?? (ports.postgres && password && need.includes('postgres') ? postgresUrl({ port: ports.postgres, password }) : ''),
    temporalAddress: external.temporal ?? (ports.temporal && temporalIsLocal ? `127.0.0.1:${ports.temporal}` : ''),
    temporalUiUrl: temporalIsLocal && ports.temporalUi ? `http://127.0.0.1:${ports.temporalUi}` : undefined,
  }
}

/** @returns {Partial<Record<ServerName, string>>} */
function externalAddresses() {
  return {
    ...(process.env.DATABASE_URL && { postgres: process.env.DATABASE_URL }),
    ...(process.env.TEMPORAL_ADDRESS && { temporal: process.env.TEMPORAL_ADDRESS }),
  }
}

/**
 * @param {ProcessIdentity | undefined} one
 * @param {ProcessIdentity | undefined} other
 */
function sameOwner(one, other) {
  return one?.pid === other?.pid && one?.startTime === other?.startTime
}

/**
 * @param {string | undefined} path
 * @param {string} name
 */
function present(path, name) {
  if (path === undefined) throw new LocalStackError('binary_missing', `${name} was not fetched.`)
  return path
}
