import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { LocalStackError } from './errors.mjs'
import { runNpm } from './install-dependencies.mjs'

const run = promisify(execFile)

/**
 * Builds the native part of better-sqlite3, which the tests of LangGraph's SQLite tier load, unless it is there already.
 * Install scripts are off for all packages; this runs that package's own only. Takes a minute where no prebuilt file can
 * be had.
 * @param {{ root: string, log: (line: string) => void }} options
 * @throws {LocalStackError} `native_build_failed` saying what is missing
 */
export async function buildNativeModules({ root, log }) {
  if (await loads(root)) return
  log('Building better-sqlite3 (for tests only, about a minute)')
  const { output } = await runNpm(['rebuild', 'better-sqlite3', '--ignore-scripts=false'], root)
  if (await loads(root)) return
  throw new LocalStackError(
    'native_build_failed',
    'better-sqlite3 could not be built; the tests need it. It takes a prebuilt file from the network, or a C++ compiler and make ' +
      `(Debian, Ubuntu: apt-get install build-essential; macOS: xcode-select --install). npm said:\n  ${output.trim().slice(-1500)}`,
  )
}

/** @param {string} root */
function loads(root) {
  return run(process.execPath, ['-e', "new (require('better-sqlite3'))(':memory:').close()"], { cwd: root }).then(
    () => true,
    () => false,
  )
}
