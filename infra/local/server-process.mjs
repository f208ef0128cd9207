import { spawn } from 'node:child_process'
import { mkdir, open, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { LocalStackError } from './errors.mjs'
import { identify, waitUntil } from './process-identity.mjs'

const LOG_LIMIT_BYTES = 10 * 1024 * 1024

/** @typedef {import('./process-identity.mjs').ProcessIdentity} ProcessIdentity */
/**
 * @typedef {object} ServerCommand
 * @property {string} name of its log file
 * @property {string} home
 * @property {string} executable
 * @property {string[]} args
 * @property {NodeJS.ProcessEnv} env
 * @property {string} folder to run in
 * @property {import('./places.mjs').ServiceUser} [user]
 * @property {() => boolean | Promise<boolean>} isReady
 * @property {(identity: ProcessIdentity) => Promise<void>} onStarted called before the server is ready, to note its identity
 */

/**
 * Starts a server that outlives this process (its own session, output to `<home>/logs/<name>.log`) and waits until it is
 * ready.
 * @param {ServerCommand} command
 * @returns {Promise<ProcessIdentity>}
 * @throws {LocalStackError} `server_failed` with the last lines of its log
 */
export async function startServer(command) {
  const logFile = join(command.home, 'logs', `${command.name}.log`)
  await mkdir(join(command.home, 'logs'), { recursive: true })
  await rotate(logFile)
  const output = await open(logFile, 'a', 0o600)
  const before = (await output.stat()).size
  /** @type {string | undefined} */
  let ended
  const child = spawn(command.executable, command.args, {
    detached: true,
    cwd: command.folder,
    env: command.env,
    stdio: ['ignore', output.fd, output.fd],
    ...(command.user && { uid: command.user.uid, gid: command.user.gid }),
  })
  child.once('error', (error) => (ended = error.message))
  child.once('exit', (code, signal) => (ended = `it ended with ${signal ?? `code ${code}`}`))
  child.unref()
  await output.close()
  const identity = child.pid === undefined ? undefined : identify(child.pid)
  if (identity !== undefined) await command.onStarted(identity)
  const inTime = await waitUntil(async () => ended !== undefined || (await command.isReady()), 60_000)
  if (ended === undefined && inTime && identity !== undefined) return identity
  const tail = (await readFile(logFile, 'utf8')).slice(before).trim().split('\n').slice(-6).join('\n  ')
  throw new LocalStackError(
    'server_failed',
    `${command.name} did not start: ${ended ?? 'it was not ready after 60 s'}. Its log, ${logFile}, says:\n  ${tail}`,
    {
      retryable: true,
    },
  )
}

/** @param {string} logFile */
async function rotate(logFile) {
  const stats = await stat(logFile).catch(() => undefined)
  if (stats !== undefined && stats.size > LOG_LIMIT_BYTES) await rename(logFile, `${logFile}.1`)
}
