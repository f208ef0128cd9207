import { randomBytes } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, LocalStackError, messageOf } from '../errors.mjs'
import { removeAbandoned } from '../fetch-binaries.mjs'
import { withLock } from '../lock.mjs'
import { makeOpenFolder } from '../places.mjs'
import { CONVERSIONS } from './conversions.mjs'
import { fetchPart } from './fetch-part.mjs'
import { checkFiles, isInstalled, modelsFolder, writeRecord } from './installed-model.mjs'

/** @typedef {import('./manifest.mjs').ModelManifest} ModelManifest */
/** @typedef {import('./manifest.mjs').ModelSource} ModelSource */
/**
 * @typedef {object} InstallOptions
 * @property {string} [cache]
 * @property {string} [from] a folder that has the model's files already: nothing is downloaded
 * @property {(line: string) => void} [log] one line per download
 * @property {(bytes: number) => void} [received] what has come so far of a download that tells (the hub's)
 * @property {NodeJS.ProcessEnv} [env]
 * @property {AbortSignal} [signal]
 */

/** Long enough for a slow line and a large model. */
const PATIENCE_MS = 60 * 60 * 1000

/**
 * Makes sure that a model is in the folder of models. Its folder appears whole and checked, or not at all; safe to repeat and to
 * call from several processes at once: one fetches, the others wait for it. A folder that holds another version is replaced.
 * @param {ModelManifest} manifest
 * @param {InstallOptions} [options]
 * @returns {Promise<{ folder: string, installed: boolean }>} `installed` false where it was there already
 * @throws {LocalStackError} `python_missing`, `download_failed` (retryable), `wrong_hash`, `bad_archive`, `files_missing`, `locked`
 */
export async function installModel(manifest, options = {}) {
  const root = modelsFolder(options)
  const folder = join(root, manifest.name)
  if (await isInstalled(folder, manifest)) return { folder, installed: false }
  await makeOpenFolder(root)
  const installed = await withLock(join(root, `.${manifest.name}.lock`), () => installInto(root, manifest, options), {
    timeoutMs: PATIENCE_MS,
  })
  return { folder, installed }
}

/**
 * @param {string} root
 * @param {ModelManifest} manifest
 * @param {InstallOptions} options
 */
async function installInto(root, manifest, options) {
  const folder = join(root, manifest.name)
  if (await isInstalled(folder, manifest)) return false
  await removeAbandoned(root)
  const work = join(root, `.partial-${randomBytes(6).toString('hex')}`)
  const whole = join(work, 'whole')
  try {
    await fetchWhole(manifest, { ...options, work, whole })
    await writeRecord(whole, manifest)
    await replaceFolder(whole, folder, join(work, 'old'))
    return true
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/**
 * Tries the sources in order until one gives the files that were pinned.
 * @param {ModelManifest} manifest
 * @param {InstallOptions & { work: string, whole: string }} context
 */
async function fetchWhole(manifest, context) {
  const { from, log = () => undefined } = context
  /** @type {ModelSource[]} */
  const sources = from === undefined ? manifest.sources : [sourceOfFolder(manifest, from)]
  /** @type {unknown[]} */
  const failures = []
  for (const [index, source] of sources.entries()) {
    const places = [...new Set(source.parts.map(placeOf))].join(' and ')
    log(`Fetching ${manifest.title} from ${places}${from === undefined ? ` (${source.megabytes} MB)` : ''}`)
    try {
      await fetchSource(source, { ...context, work: join(context.work, `source-${index}`) })
      return await checkFiles(context.whole, manifest)
    } catch (error) {
      if (context.signal?.aborted) throw error
      failures.push(error)
      await rm(context.whole, { recursive: true, force: true })
    }
  }
  throw asOneError(manifest, failures)
}

/**
 * @param {ModelSource} source
 * @param {InstallOptions & { work: string, whole: string }} context
 */
async function fetchSource(source, { work, whole, env = process.env, signal, received = () => undefined }) {
  await makeOpenFolder(whole)
  const to = source.convert === undefined ? whole : join(work, 'given')
  await makeOpenFolder(to)
  const context = { to, env, signal, received }
  await Promise.all(source.parts.map((part, index) => fetchPart(part, { ...context, work: join(work, `part-${index}`) })))
  if (source.convert === undefined) return
  const convert = CONVERSIONS[source.convert]
  if (convert === undefined) throw new LocalStackError('bad_manifest', `There is no conversion "${source.convert}".`)
  await convert({ from: to, to: whole })
}

/**
 * @param {ModelManifest} manifest
 * @param {string} folder
 * @returns {ModelSource}
 */
function sourceOfFolder(manifest, folder) {
  const files = Object.fromEntries(manifest.files.map(({ path }) => [path, path]))
  return { megabytes: 0, parts: [{ from: 'folder', folder, files }] }
}

/** @param {import('./manifest.mjs').ModelPart} part */
function placeOf(part) {
  if (part.from === 'folder') return part.folder
  if (part.from === 'hub') return `the hub (${part.repository})`
  return part.from === 'pypi' ? `the Python package ${part.package}` : `the npm package ${part.package}`
}

/**
 * @param {ModelManifest} manifest
 * @param {readonly unknown[]} failures
 */
function asOneError(manifest, failures) {
  if (failures.length === 1) return failures[0]
  if (failures.length === 0) {
    return new LocalStackError(
      'download_failed',
      `The model ${manifest.name} has no source. Install it with --from and a folder that has it.`,
    )
  }
  const own = failures.filter((failure) => failure instanceof LocalStackError)
  return new LocalStackError(
    own.find(({ code }) => code === 'wrong_hash')?.code ?? 'download_failed',
    `The model ${manifest.name} could not be had from any of its ${failures.length} sources. ${failures.map(messageOf).join(' ')}`,
    { retryable: own.some(({ retryable }) => retryable), cause: failures[0] },
  )
}

/**
 * @param {string} whole
 * @param {string} folder
 * @param {string} old where a folder of that name goes first
 */
async function replaceFolder(whole, folder, old) {
  try {
    await rename(folder, old)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
  await rename(whole, folder)
}
