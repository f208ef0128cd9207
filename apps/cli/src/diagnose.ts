import type { Check } from '@countersign/client'

/**
 * Looks at the installation that `env` names, with the models of this machine. Throws where the environment itself is wrong, naming the
 * variable.
 */
export async function diagnose(env: NodeJS.ProcessEnv): Promise<Check[]> {
  const { diagnose: look, readEnvironment } = await import('@countersign/client')
  const consoleUrl = env.COUNTERSIGN_URL?.trim() || null
  return await look({ environment: readEnvironment(env), consoleUrl, models: () => lookAtModels(env) })
}

/** Models that set-up brings along, and those that were installed before this version of Countersign. */
async function lookAtModels(env: NodeJS.ProcessEnv): Promise<Check[]> {
  const { knownModels, listModels } = await import('@countersign/infra/local')
  const [known, models] = await Promise.all([knownModels(), listModels({ env })])
  const expected = new Set(known.filter(({ install }) => install === 'always').map(({ name }) => name))
  const amiss = models.filter(({ name, state }) => state === 'outdated' || (state === 'missing' && expected.has(name)))
  const there = models.filter(({ state }) => state === 'installed').map(({ name }) => name)
  const detail = `installed: ${there.join(', ') || 'none'}`
  if (amiss.length === 0) return [{ name: 'models', status: 'ok', detail, advice: null }]
  return amiss.map(({ name, state }) => ({
    name: 'models',
    status: 'warn',
    detail: `${name} is ${state}`,
    advice: `Install it: countersign models install ${name}`,
  }))
}
