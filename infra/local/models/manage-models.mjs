import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { LocalStackError } from '../errors.mjs'
import { withLock } from '../lock.mjs'
import { findChanged, installedNames, isInstalled, modelsFolder } from './installed-model.mjs'
import { knownModels } from './manifest.mjs'

/** @typedef {{ cache?: string, env?: NodeJS.ProcessEnv }} Place */
/**
 * @typedef {object} ModelState
 * @property {string} name
 * @property {import('./manifest.mjs').ModelType} type
 * @property {string} title
 * @property {string | null} description null for a model of one's own, of which only the installed files are known
 * @property {string} licence
 * @property {number} bytes of its files
 * @property {'installed' | 'missing' | 'outdated'} state outdated: its folder holds other files than this version of Countersign knows
 * @property {string} folder where it is, or would be
 */

/**
 * The models that Countersign knows and those that were installed from a manifest of one's own, by name.
 * @param {Place} [place]
 * @returns {Promise<ModelState[]>}
 */
export async function listModels(place = {}) {
  const root = modelsFolder(place)
  const [known, installed] = await Promise.all([knownModels(), installedNames(root)])
  const named = new Set(installed.map(({ name }) => name))
  const states = known.map(async (manifest) => {
    const folder = join(root, manifest.name)
    const there = await isInstalled(folder, manifest)
    /** @type {ModelState['state']} */
    const state = there ? 'installed' : named.has(manifest.name) ? 'outdated' : 'missing'
    return { ...factsOf(manifest, manifest.description), state, folder }
  })
  const own = installed.filter(({ name }) => known.every((model) => model.name !== name))
  /** @type {ModelState[]} */
  const others = own.map(({ name, record }) => ({ ...factsOf(record, null), state: 'installed', folder: join(root, name) }))
  return [...(await Promise.all(states)), ...others].sort((a, b) => a.name.localeCompare(b.name))
}

/**
 * Reads a model's files and compares them with what was recorded when it was installed.
 * @param {string} name
 * @param {Place} [place]
 * @returns {Promise<{ name: string, folder: string, files: number, changed: { path: string, found: 'missing' | 'changed' }[] }>}
 * @throws {LocalStackError} `model_missing` where it is not installed
 */
export async function verifyModel(name, place = {}) {
  const { folder, record } = await installedModel(name, place)
  return { name, folder, files: record.files.length, changed: await findChanged(folder, record.files) }
}

/**
 * Takes a model away. A process that has it loaded goes on with it until it unloads it.
 * @param {string} name
 * @param {Place} [place]
 * @returns {Promise<{ name: string, folder: string, bytes: number }>} bytes that were freed
 * @throws {LocalStackError} `model_missing` where it is not installed
 */
export async function removeModel(name, place = {}) {
  const root = modelsFolder(place)
  await installedModel(name, place)
  return withLock(join(root, `.${name}.lock`), async () => {
    const { folder, record } = await installedModel(name, place)
    await rm(folder, { recursive: true })
    return { name, folder, bytes: factsOf(record, null).bytes }
  })
}

/**
 * @param {string} name
 * @param {Place} place
 */
async function installedModel(name, place) {
  const root = modelsFolder(place)
  const found = (await installedNames(root)).find((model) => model.name === name)
  if (found !== undefined) return { folder: join(root, name), record: found.record }
  throw new LocalStackError('model_missing', `The model "${name}" is not installed in ${root}. See \`countersign models list\`.`)
}

/**
 * @param {import('./installed-model.mjs').ModelRecord} model
 * @param {string | null} description
 */
function factsOf({ name, type, title, licence, files }, description) {
  return { name, type, title, description, licence, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) }
}
