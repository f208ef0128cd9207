import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { LocalStackError } from './errors.mjs'
import { runNpm } from './install-dependencies.mjs'
import { cacheFolder, makeOpenFolder } from './places.mjs'

const run = promisify(execFile)

/**
 * Builds the native part of better-sqlite3, which the tests of LangGraph's SQLite tier load, unless it is there already or
 * an earlier build for this version of Node lies in the cache. Install scripts are off for all packages; this runs that
 * package's own only. A build takes a minute where no prebuilt file can be had.
 * @param {{ root: string, log: (line: string) => void, cache?: string }} options
 * @throws {LocalStackError} `native_build_failed` saying what is missing
 */
export async function buildNativeModules({ root, log, cache }) {
  if (await loads(root)) return
  const built = join(root, 'node_modules', 'better-sqlite3', 'build', 'Release', 'better_sqlite3.node')
  const kept = await keptFile(root, cacheFolder(cache))
  if (existsSync(kept)) {
    await mkdir(dirname(built), { recursive: true })
    await copyFile(kept, built)
    if (await loads(root)) return
  }
  log('Building better-sqlite3 (for tests only, about a minute)')
  const { output } = await runNpm(['rebuild', 'better-sqlite3', '--ignore-scripts=false', ...headers()], root)
  if (!(await loads(root))) {
    throw new LocalStackError(
      'native_build_failed',
      'better-sqlite3 could not be built; the tests need it. It takes a prebuilt file from the network, or a C++ compiler and make ' +
        `(Debian, Ubuntu: apt-get install build-essential; macOS: xcode-select --install). npm said:\n  ${output.trim().slice(-1500)}`,
    )
  }
  await makeOpenFolder(dirname(kept))
  await copyFile(built, `${kept}.${process.pid}`)
  await rename(`${kept}.${process.pid}`, kept)
}

/** Node's own header files, where its package holds them; the build would download them otherwise. */
function headers() {
  const prefix = dirname(dirname(process.execPath))
  return existsSync(join(prefix, 'include', 'node', 'node.h')) ? [`--nodedir=${prefix}`] : []
}

/**
 * A native module fits one version of the package, one ABI of Node, one platform and C library.
 * @param {string} root
 * @param {string} cache
 */
async function keptFile(root, cache) {
  /** @type {{ version: string }} */
  const { version } = JSON.parse(await readFile(join(root, 'node_modules', 'better-sqlite3', 'package.json'), 'utf8'))
  const name = `better-sqlite3-${version}-node${process.versions.modules}-${process.platform}-${process.arch}.node`
  return join(cache, 'native', name)
}

/** @param {string} root */
function loads(root) {
  return run(process.execPath, ['-e', "new (require('better-sqlite3'))(':memory:').close()"], { cwd: root }).then(
    () => true,
    () => false,
  )
}
