import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf, LocalStackError, messageOf } from './errors.mjs'
import { makeOpenFolder, postgresFolder, serviceUser } from './places.mjs'
import { commandOf, endProcess, identify, isAlive } from './process-identity.mjs'
import { startServer } from './server-process.mjs'

const MAJOR = '18'
/** Names of the role and the database that the product uses; the role is no superuser, as on a managed Postgres. */
const APP = 'countersign'
/** A socket's path holds at most 103 bytes on macOS (107 on Linux), of which the file name may take 19. */
const SOCKET_FOLDER_LIMIT = 80

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_permissions: '0700',
  max_connections: '200',
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  random_page_cost: '1.1',
  max_wal_size: '1GB',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

/** @typedef {import('./process-identity.mjs').ProcessIdentity} ProcessIdentity */
/** @typedef {import('./places.mjs').ServiceUser} ServiceUser */
/** @typedef {{ data: string, folder: string, user: ServiceUser | undefined, bin: string }} Cluster */

/**
 * Starts the embedded Postgres of a home folder, making its data on first use. Survives a `kill -9` of an earlier one.
 * The caller holds the home's lock.
 * @param {object} options
 * @param {string} options.home
 * @param {string} options.executable path of `postgres`
 * @param {number} options.port
 * @param {string} options.password
 * @param {boolean} options.passwordIsNew the password is not the one the data was made with
 * @param {Record<string, string>} [options.settings] server settings on top of the usual ones
 * @param {(identity: ProcessIdentity, socketFolder: string) => Promise<void>} options.onStarted
 * @returns {Promise<void>}
 * @throws {LocalStackError} `server_failed`, `data_version`, `initdb_failed`
 */
export async function startPostgres({ home, executable, port, password, passwordIsNew, settings = {}, onStarted }) {
  const user = serviceUser()
  const folder = postgresFolder(home, user)
  /** @type {Cluster} */
  const cluster = { data: join(folder, 'data'), folder, user, bin: dirname(executable) }
  const dataVersion = await versionOf(cluster.data)
  if (dataVersion === undefined) await createData(cluster, password)
  else if (dataVersion !== MAJOR) {
    throw new LocalStackError(
      'data_version',
      `${cluster.data} was made by Postgres ${dataVersion}, this is ${MAJOR}. Move it away, or use pg_upgrade.`,
    )
  } else {
    await endOrphan(cluster.data)
    if (passwordIsNew) await runSingleUser(cluster, cluster.data, passwordStatements(password))
  }
  const socketFolder = await makeSocketFolder(folder, user)
  const options = Object.entries({ ...SETTINGS, ...settings, port: String(port), unix_socket_directories: socketFolder })
  await startServer({
    name: 'postgres',
    home,
    executable,
    args: ['-D', cluster.data, ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    env: serverEnvironment(),
    folder,
    user,
    isReady: async () => (await postmasterFile(cluster.data))?.status === 'ready',
    onStarted: (identity) => onStarted(identity, socketFolder),
  })
}

/**
 * Ends Postgres: fast shutdown first (sessions are cut, data is written), then an immediate one, which the next start
 * repairs.
 * @param {ProcessIdentity & { socketFolder?: string }} server
 * @returns {Promise<boolean>} whether it is gone
 */
export async function stopPostgres(server) {
  const gone = await endProcess(server, [
    { signal: 'SIGINT', patienceMs: 30_000 },
    { signal: 'SIGQUIT', patienceMs: 10_000 },
  ])
  if (gone && server.socketFolder !== undefined) await rm(server.socketFolder, { recursive: true, force: true })
  return gone
}

/**
 * @param {{ port: number, password: string }} server
 * @returns {string}
 */
export function postgresUrl({ port, password }) {
  return `postgres://${APP}:${password}@127.0.0.1:${port}/${APP}`
}

/** A password that needs no escaping in a URL or in SQL. */
export function newPassword() {
  return randomBytes(24).toString('hex')
}

/**
 * Made beside its place and renamed, so that an interrupted first start leaves no half-made cluster.
 * @param {Cluster} cluster
 * @param {string} password
 */
async function createData(cluster, password) {
  await makeOpenFolder(cluster.folder)
  const work = await mkdtemp(join(cluster.folder, 'new-'))
  try {
    if (cluster.user) await chown(work, cluster.user.uid, cluster.user.gid)
    const data = join(work, 'data')
    const args = ['-D', data, '--locale=C.UTF-8', '-E', 'UTF8', '-U', 'postgres', '--auth=trust', '--no-instructions']
    await runAs(cluster, join(cluster.bin, 'initdb'), args).catch((error) => {
      throw new LocalStackError('initdb_failed', `initdb could not make ${cluster.data}: ${messageOf(error)}`, { cause: error })
    })
    const rules = 'local all all scram-sha-256\nhost all all 127.0.0.1/32 scram-sha-256\n'
    await writeFile(join(data, 'pg_hba.conf'), rules)
    // Only a superuser may create this extension; from here every new database has it.
    await runSingleUser(cluster, data, ['CREATE EXTENSION vector'], 'template1')
    await runSingleUser(cluster, data, [
      `CREATE ROLE ${APP} LOGIN CREATEDB CREATEROLE`,
      ...passwordStatements(password),
      `CREATE DATABASE ${APP} OWNER ${APP}`,
    ])
    await rename(data, cluster.data)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** @param {string} password */
function passwordStatements(password) {
  return [`ALTER ROLE postgres PASSWORD '${password}'`, `ALTER ROLE ${APP} PASSWORD '${password}'`]
}

/**
 * @param {Cluster} cluster
 * @param {string} data
 * @param {string[]} statements
 * @param {string} [database]
 */
async function runSingleUser(cluster, data, statements, database = 'postgres') {
  const output = await runAs(cluster, join(cluster.bin, 'postgres'), ['--single', '-D', data, database], statements.join('\n'))
  if (/ERROR|FATAL/.test(output)) throw new LocalStackError('initdb_failed', `Postgres refused its set-up: ${output.trim()}`)
}

/**
 * @param {Cluster} cluster
 * @param {string} executable
 * @param {string[]} args
 * @param {string} [input]
 * @returns {Promise<string>} what it wrote
 */
function runAs(cluster, executable, args, input = '') {
  return new Promise((resolve, reject) => {
    const identity = cluster.user && { uid: cluster.user.uid, gid: cluster.user.gid }
    const child = execFile(executable, args, { cwd: cluster.folder, env: serverEnvironment(), ...identity }, (error, stdout, stderr) =>
      error ? reject(new Error(`${stderr.trim() || error.message}`)) : resolve(stdout + stderr),
    )
    child.stdin?.on('error', () => undefined).end(input)
  })
}

/** The caller's PG… and locale variables would change what the server does. */
function serverEnvironment() {
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
}

/**
 * @param {string} folder
 * @param {ServiceUser | undefined} user
 */
async function makeSocketFolder(folder, user) {
  const base = Buffer.byteLength(folder) < SOCKET_FOLDER_LIMIT - 12 ? join(folder, 'socket-') : '/tmp/countersign-'
  const made = await mkdtemp(base)
  if (user) await chown(made, user.uid, user.gid)
  return made
}

/** @param {string} data */
async function versionOf(data) {
  return readFile(join(data, 'PG_VERSION'), 'utf8').then(
    (text) => text.trim(),
    (error) => {
      if (codeOf(error) === 'ENOENT') return undefined
      throw error
    },
  )
}

/**
 * A lock file that an earlier server left. Its pid may belong to nobody, to somebody else by now (Postgres would then
 * refuse to start), or to a server of ours whose state was lost: that one is ended, because its data is ours.
 * @param {string} data
 */
async function endOrphan(data) {
  const left = await postmasterFile(data)
  if (left === undefined) return
  const identity = identify(left.pid)
  if (identity !== undefined && commandOf(left.pid)?.includes(data)) await stopPostgres(identity)
  if (identity === undefined || !isAlive(identity) || !commandOf(left.pid)?.includes(data)) {
    await rm(join(data, 'postmaster.pid'), { force: true })
  }
}

/** @param {string} data */
async function postmasterFile(data) {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const lines = text.split('\n')
  return { pid: Number(lines[0]), status: lines[7]?.trim() }
}
