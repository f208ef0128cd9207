import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { LocalStackError, messageOf } from './errors.mjs'
import { isExecutable, onPath } from './executables.mjs'

const run = promisify(execFile)
const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC_APPS = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium']

/**
 * A Chromium for the browser tests: `CHROMIUM_PATH`, else one on the PATH, else one that was installed the usual way.
 * @returns {Promise<string | undefined>}
 * @throws {LocalStackError} `bad_setting` when `CHROMIUM_PATH` names no executable
 */
async function findChromium() {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen) {
    if (await isExecutable(chosen)) return chosen
    throw new LocalStackError('bad_setting', `CHROMIUM_PATH=${chosen} is not an executable file.`)
  }
  for (const command of COMMANDS) {
    const path = await onPath(command)
    if (path !== undefined) return path
  }
  for (const path of MAC_APPS) if (await isExecutable(path)) return path
  return undefined
}

/**
 * Finds Chromium, or installs it with apt-get where nobody minds: as root or in CI. Elsewhere it only says what to do.
 * @param {{ log: (line: string) => void }} options
 * @returns {Promise<string | undefined>} its path; undefined means that the browser tests will fail
 */
export async function ensureChromium({ log }) {
  const found = await findChromium()
  if (found !== undefined) return found
  const isRoot = process.getuid?.() === 0
  if ((isRoot || process.env.CI === 'true') && (await onPath('apt-get')) !== undefined) {
    log('Installing Chromium with apt-get (for the browser tests)')
    try {
      await aptGet(isRoot, ['update', '-qq'])
      await aptGet(isRoot, ['install', '-y', '-qq', '--no-install-recommends', 'chromium'])
    } catch (error) {
      log(`apt-get could not install it: ${messageOf(error).trim().split('\n').at(-1)}`)
    }
    const installed = await findChromium()
    if (installed !== undefined) return installed
  }
  log('No Chromium was found, so the browser tests will fail. Install chromium or Chrome, or set CHROMIUM_PATH.')
  return undefined
}

/**
 * @param {boolean} isRoot
 * @param {string[]} args
 */
async function aptGet(isRoot, args) {
  const command = isRoot ? ['apt-get', ...args] : ['sudo', '-n', 'apt-get', ...args]
  await run('env', ['DEBIAN_FRONTEND=noninteractive', ...command], { maxBuffer: 64 * 1024 * 1024 })
}
