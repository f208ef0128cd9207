import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { codeOf, LocalStackError, messageOf } from './errors.mjs'
import { isExecutable, onPath } from './executables.mjs'
import { cacheFolder, makeOpenFolder } from './places.mjs'
import { findPython } from './python.mjs'
import { pinnedWheel, SOURCES, thisMachine } from './wheels.mjs'
import { extractZip } from './zip.mjs'

const run = promisify(execFile)
const DAY = 24 * 60 * 60 * 1000

/** @typedef {import('./wheels.mjs').BinaryName} BinaryName */
/** @typedef {import('./wheels.mjs').BinarySource} BinarySource */
/** @typedef {Record<BinaryName, string | undefined>} BinaryPaths */

/**
 * The paths of the executables that are already on this machine; undefined for those that were not fetched yet.
 * Order: environment (`TEMPORAL_CLI_PATH`, `TEMPORAL_TEST_SERVER_PATH`), `temporal` on the PATH, the cache.
 * @param {{ cache?: string }} [options]
 * @returns {Promise<BinaryPaths>}
 */
export async function binaryPaths(options = {}) {
  return findBinaries(cacheFolder(options.cache), SOURCES)
}

/**
 * Makes sure that the needed executables are on this machine, downloading the missing ones side by side.
 * Each is unpacked beside the cache and moved in whole, so an interrupted or concurrent call leaves no half of it.
 * Safe to repeat; costs nothing when everything is there.
 * @param {{ need: readonly BinaryName[], cache?: string, log?: (line: string) => void, sources?: Record<BinaryName, BinarySource> }} options
 * @returns {Promise<BinaryPaths>} with every needed path defined
 * @throws {LocalStackError} `unsupported_platform`, `python_missing`, `download_failed` (retryable), `wrong_hash`, `bad_archive`
 */
export async function fetchBinaries({ need, cache, log = () => undefined, sources = SOURCES }) {
  const folder = cacheFolder(cache)
  const found = await findBinaries(folder, sources)
  const missing = need.filter((name) => found[name] === undefined)
  if (missing.length === 0) return found
  const python = await findPython()
  await makeOpenFolder(folder)
  await removeAbandoned(folder)
  const fetched = await Promise.all(
    missing.map(async (name) => /** @type {const} */ ([name, await fetchOne(sources[name], { folder, python, log })])),
  )
  return { ...found, ...Object.fromEntries(fetched) }
}

/**
 * @param {BinarySource} source
 * @param {{ folder: string, python: string, log: (line: string) => void }} context
 * @returns {Promise<string>} path of the executable
 */
async function fetchOne(source, { folder, python, log }) {
  const wheel = pinnedWheel(source, thisMachine())
  const target = join(folder, folderName(source, wheel.sha256))
  const work = join(folder, `.partial-${randomBytes(6).toString('hex')}`)
  await makeOpenFolder(work)
  try {
    log(`Fetching ${source.title} (${source.distribution} ${source.version}, ${source.megabytes} MB)`)
    const archive = await download(source, wheel.platform, { python, into: join(work, 'download') })
    await checkHash(archive, wheel.sha256, source)
    const unpacked = join(work, 'unpacked')
    await makeOpenFolder(unpacked)
    await extractZip(archive, unpacked)
    await moveInto(unpacked, target)
    return join(target, source.binFolder, source.executable)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/**
 * Downloads one wheel with pip, without what it depends on.
 * @param {Pick<BinarySource, 'distribution' | 'version' | 'override'>} source
 * @param {string} platform
 * @param {{ python: string, into: string }} options
 * @returns {Promise<string>} path of the wheel
 */
export async function download(source, platform, { python, into }) {
  const args = ['-m', 'pip', 'download', '--quiet', '--no-input', '--disable-pip-version-check', '--no-deps']
  // The platform is named because Python may be built for another one than Node (Rosetta, 32 bit).
  args.push('--only-binary=:all:', '--platform', platform, '--dest', into, `${source.distribution}==${source.version}`)
  try {
    await run(python, args, { maxBuffer: 16 * 1024 * 1024 })
  } catch (error) {
    const detail = messageOf(error)
      .split('\n')
      .filter((line) => line.includes('ERROR'))
      .slice(-2)
      .join(' ')
    throw new LocalStackError(
      'download_failed',
      `pip could not download ${source.distribution}==${source.version}: ${detail || messageOf(error)} ` +
        `Check the network (pip's own settings for mirrors and proxies apply), or set ${source.override}.`,
      { retryable: true, cause: error },
    )
  }
  const wheel = (await readdir(into)).find((name) => name.endsWith('.whl'))
  if (wheel === undefined) throw new LocalStackError('download_failed', `pip saved no wheel of ${source.distribution}.`)
  return join(into, wheel)
}

/**
 * Throws `wrong_hash` unless the file has the pinned sha256.
 * @param {string} archive
 * @param {string} expected
 * @param {Pick<BinarySource, 'distribution' | 'version'>} source
 */
export async function checkHash(archive, expected, source) {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(archive)) hash.update(chunk)
  const actual = hash.digest('hex')
  if (actual === expected) return
  throw new LocalStackError(
    'wrong_hash',
    `The download of ${source.distribution} ${source.version} has sha256 ${actual}, expected ${expected}. ` +
      'Nothing was kept. Check the package index that pip uses; do not go on with a file that was changed.',
  )
}

/**
 * Gives an unpacked folder its final name, unless another process has just done so.
 * @param {string} unpacked
 * @param {string} target
 */
async function moveInto(unpacked, target) {
  try {
    await rename(unpacked, target)
  } catch (error) {
    // Another process was faster; what it moved in passed the same hash check.
    if ((codeOf(error) === 'ENOTEMPTY' || codeOf(error) === 'EEXIST') && existsSync(target)) return
    throw error
  }
}

/**
 * Removes unfinished downloads that nobody goes on with.
 * @param {string} folder
 */
export async function removeAbandoned(folder) {
  for (const name of await readdir(folder)) {
    if (!name.startsWith('.partial-')) continue
    const stats = await stat(join(folder, name)).catch(() => undefined)
    if (stats !== undefined && Date.now() - stats.mtimeMs > DAY) await rm(join(folder, name), { recursive: true, force: true })
  }
}

/**
 * @param {string} cache
 * @param {Record<BinaryName, BinarySource>} sources
 * @returns {Promise<BinaryPaths>}
 */
async function findBinaries(cache, sources) {
  const temporal = (await fromEnvironment('TEMPORAL_CLI_PATH')) ?? (await onPath('temporal'))
  const testServer = await fromEnvironment('TEMPORAL_TEST_SERVER_PATH')
  return {
    postgres: await cachedExecutable(sources.postgres, cache),
    temporal: temporal ?? (await cachedExecutable(sources.temporal, cache)),
    'test-server': testServer ?? (await cachedExecutable(sources['test-server'], cache)),
  }
}

/**
 * @param {BinarySource} source
 * @param {string} cache
 */
async function cachedExecutable(source, cache) {
  const wheel = source.wheels[`${process.platform}-${process.arch}`]
  if (wheel === undefined) return undefined
  const path = join(cache, folderName(source, wheel.sha256), source.binFolder, source.executable)
  return (await isExecutable(path)) ? path : undefined
}

/**
 * The hash is part of the name, so that a changed pin never meets an old unpacked folder.
 * @param {BinarySource} source
 * @param {string} sha256
 */
function folderName(source, sha256) {
  return `${source.distribution}-${source.version}-${sha256.slice(0, 12)}`
}

/** @param {string} variable */
async function fromEnvironment(variable) {
  const path = process.env[variable]
  if (path === undefined || path === '') return undefined
  if (await isExecutable(path)) return path
  throw new LocalStackError('bad_setting', `${variable}=${path} is not an executable file.`)
}
