import { join } from 'node:path'
import { endProcess } from './process-identity.mjs'
import { startServer } from './server-process.mjs'

/** @typedef {import('./process-identity.mjs').ProcessIdentity} ProcessIdentity */

/**
 * Starts the Temporal server of a home folder (all services in one process, state in SQLite that survives power loss) and
 * waits until its namespace `default` answers. The caller holds the home's lock.
 * @param {object} options
 * @param {string} options.home
 * @param {string} options.executable path of `temporal`
 * @param {{ grpc: number, http: number, ui: number | undefined }} options.ports no web UI when `ui` is undefined
 * @param {boolean} [options.durable] false gives up power-loss safety for speed (tests)
 * @param {(identity: ProcessIdentity) => Promise<void>} options.onStarted
 * @returns {Promise<void>}
 * @throws {import('./errors.mjs').LocalStackError} `server_failed`
 */
export async function startTemporal({ home, executable, ports, durable = true, onStarted }) {
  const args = ['server', 'start-dev', '--ip', '127.0.0.1', '--log-level', 'warn']
  args.push('--port', String(ports.grpc), '--http-port', String(ports.http))
  args.push(...(ports.ui === undefined ? ['--headless'] : ['--ui-port', String(ports.ui), '--ui-disable-news-fetch']))
  args.push('--db-filename', join(home, 'temporal.sqlite'), '--sqlite-pragma', 'journal_mode=WAL')
  args.push('--sqlite-pragma', `synchronous=${durable ? 'FULL' : 'OFF'}`)
  await startServer({
    name: 'temporal',
    home,
    executable,
    args,
    env: { ...process.env, ...MEMORY_LIMITS },
    folder: home,
    isReady: () => namespaceAnswers(ports.http),
    onStarted,
  })
}

/** The Go runtime collects harder as it nears the limit, instead of letting the heap double before each collection. */
const MEMORY_LIMITS = { GOMEMLIMIT: '220MiB', GOGC: '100' }

/**
 * @param {ProcessIdentity} server
 * @returns {Promise<boolean>} whether it is gone
 */
export async function stopTemporal(server) {
  return endProcess(server, [
    { signal: 'SIGTERM', patienceMs: 15_000 },
    // SQLite's write-ahead log makes this safe; what was answered is kept.
    { signal: 'SIGKILL', patienceMs: 5_000 },
  ])
}

/** @param {number} httpPort */
async function namespaceAnswers(httpPort) {
  return fetch(`http://127.0.0.1:${httpPort}/api/v1/namespaces/default`, { signal: AbortSignal.timeout(2000) }).then(
    async (response) => {
      await response.arrayBuffer()
      return response.ok
    },
    () => false,
  )
}
