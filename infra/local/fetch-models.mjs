import { installModel } from './models/install-model.mjs'
import { modelsFolder } from './models/installed-model.mjs'
import { knownModels } from './models/manifest.mjs'

/** @typedef {import('./models/manifest.mjs').ModelManifest} ModelManifest */

/**
 * Makes sure that the models which set-up brings along are on this machine (with `tests`: those that the tests read, too). Does
 * nothing where COUNTERSIGN_MODELS names a folder, and leaves out what another setting makes needless. Safe to repeat and to call
 * from several processes at once.
 * @param {{ cache?: string, log?: (line: string) => void, env?: NodeJS.ProcessEnv, tests?: boolean }} [options]
 * @returns {Promise<string>} the folder of models
 * @throws {import('./errors.mjs').LocalStackError} `python_missing`, `download_failed` (retryable), `wrong_hash`, `bad_archive`
 */
export async function fetchModels({ cache, log, env = process.env, tests = false } = {}) {
  if (env.COUNTERSIGN_MODELS) return env.COUNTERSIGN_MODELS
  const wanted = (await knownModels()).filter((model) => isWanted(model, { env, tests }))
  await Promise.all(wanted.map((model) => installModel(model, { cache, log, env })))
  return modelsFolder({ cache, env })
}

/**
 * @param {ModelManifest} model
 * @param {{ env: NodeJS.ProcessEnv, tests: boolean }} context
 */
function isWanted({ install, usedWhen }, { env, tests }) {
  if (install === 'asked') return false
  if (install === 'tests') return tests
  return tests || usedWhen === undefined || (env[usedWhen.variable] || usedWhen.value) === usedWhen.value
}
