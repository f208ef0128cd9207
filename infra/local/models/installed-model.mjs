import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LocalStackError } from '../errors.mjs'
import { cacheFolder } from '../places.mjs'

/** @typedef {import('./manifest.mjs').ModelManifest} ModelManifest */
/** @typedef {import('./manifest.mjs').ModelFile} ModelFile */
/** @typedef {Pick<ModelManifest, 'name' | 'type' | 'title' | 'licence' | 'files'>} ModelRecord what stands beside an installed model's files */

/** Written as the last file of a model's folder; `activities` reads the type in it. */
const RECORD = 'countersign.json'

/**
 * The folder that models are in, one folder each: COUNTERSIGN_MODELS, else `models` in the cache.
 * @param {{ cache?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {string}
 */
export function modelsFolder({ cache, env = process.env } = {}) {
  return env.COUNTERSIGN_MODELS || join(cacheFolder(cache), 'models')
}

/**
 * What is recorded of the model in a folder; undefined where there is none.
 * @param {string} folder
 * @returns {Promise<ModelRecord | undefined>}
 */
async function readRecord(folder) {
  try {
    return JSON.parse(await readFile(join(folder, RECORD), 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * @param {string} folder
 * @param {ModelManifest} manifest
 */
export async function writeRecord(folder, { name, type, title, licence, files }) {
  await writeFile(join(folder, RECORD), `${JSON.stringify({ name, type, title, licence, files }, null, 2)}\n`)
}

/**
 * Whether the folder holds this very model, as far as can be told without reading it all: the same files with the same hashes
 * are recorded, and all are there in their length.
 * @param {string} folder
 * @param {ModelManifest} manifest
 */
export async function isInstalled(folder, manifest) {
  const record = await readRecord(folder)
  if (record === undefined || record.type !== manifest.type) return false
  if (JSON.stringify(record.files) !== JSON.stringify(manifest.files)) return false
  const sizes = await Promise.all(manifest.files.map((file) => sizeOf(join(folder, file.path))))
  return manifest.files.every((file, index) => sizes[index] === file.bytes)
}

/**
 * The names of the models that have a folder.
 * @param {string} root
 */
export async function installedNames(root) {
  const entries = await readdir(root, { withFileTypes: true }).catch(() => [])
  const folders = entries.filter((entry) => !entry.name.startsWith('.') && (entry.isDirectory() || entry.isSymbolicLink()))
  const records = await Promise.all(folders.map(async ({ name }) => ({ name, record: await readRecord(join(root, name)) })))
  return records.flatMap(({ name, record }) => (record === undefined ? [] : [{ name, record }]))
}

/**
 * Reads every file and compares it with its hash.
 * @param {string} folder
 * @param {readonly ModelFile[]} files
 * @returns {Promise<{ path: string, found: 'missing' | 'changed' }[]>} what is not as it should be
 */
export async function findChanged(folder, files) {
  /** @type {{ path: string, found: 'missing' | 'changed' }[]} */
  const changed = []
  for (const { path, bytes, sha256 } of files) {
    const size = await sizeOf(join(folder, path))
    if (size === undefined) changed.push({ path, found: 'missing' })
    else if (size !== bytes || (await sha256Of(join(folder, path))) !== sha256) changed.push({ path, found: 'changed' })
  }
  return changed
}

/**
 * @param {string} folder
 * @param {ModelManifest} manifest
 * @throws {LocalStackError} `wrong_hash` naming the file
 */
export async function checkFiles(folder, manifest) {
  const [wrong] = await findChanged(folder, manifest.files)
  if (wrong === undefined) return
  const what = wrong.found === 'missing' ? 'is not there' : 'is not the file that was pinned: its sha256 differs'
  throw new LocalStackError(
    'wrong_hash',
    `${wrong.path} of the model ${manifest.name} ${what}; nothing was kept. ` +
      'Check the mirrors and proxies in use, or use --from with a folder that has the right files.',
  )
}

/** @param {string} file */
async function sizeOf(file) {
  return stat(file).then(
    (stats) => (stats.isFile() ? stats.size : undefined),
    () => undefined,
  )
}

/** @param {string} file */
async function sha256Of(file) {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}
