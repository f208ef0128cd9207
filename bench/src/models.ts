import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createModels, type Models, readModelsConfig } from '@countersign/activities'
import { fetchModels } from '@countersign/infra/local'
import { type Goal, report } from './report.ts'
import { memoryOfTree } from './step/measure-memory.ts'

// bench:models: what local models take while they work, what of it is back once they are unloaded, and whether they hold the event loop.
const ROUNDS = 3
const PICTURE = path.resolve(import.meta.dirname, '../../docs/screenshots/review-1440-light.png')
const WORDS = 'The lease ends on 30 June 2027 unless either party gives notice of three months in writing. '

const models = createModels(readModelsConfig({ COUNTERSIGN_MODELS: await fetchModels() }))
const picture = await readFile(PICTURE)
const { signal } = new AbortController()
const WORK: Record<string, (models: Models) => Promise<unknown>> = {
  'all-minilm-l6-v2': ({ embedder }) =>
    embedder.embed(
      Array.from({ length: 20 }, (_, index) => WORDS.repeat((index % 8) + 1)),
      'document',
    ),
  'pp-ocr-v4': async ({ ocr }) => ocr?.read({ picture, language: 'en', signal }),
}

/**
 * The most CPU time that this process uses between two turns of its event loop: an upper limit of how long its own work holds it, which
 * other processes on the same cores do not change.
 */
function watchStretches() {
  let longest = 0
  return {
    longest: () => longest,
    during: async (work: () => Promise<unknown>) => {
      let last = process.cpuUsage()
      const timer = setInterval(() => {
        const { user, system } = process.cpuUsage(last)
        longest = Math.max(longest, (user + system) / 1000)
        last = process.cpuUsage()
      }, 5)
      await work()
      clearInterval(timer)
    },
  }
}

const memory = () => Math.round(memoryOfTree([process.pid]).reduce((sum, { megabytes }) => sum + megabytes, 0))
const goals: Goal[] = []
for (const [name, work] of Object.entries(WORK)) {
  const loop = watchStretches()
  const before = memory()
  const loaded: number[] = []
  const after: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await loop.during(() => work(models))
    loaded.push(memory())
    await models.unloadModel(name)
    after.push(memory())
  }
  const kept = Math.max(...after) - before
  const took = Math.max(...loaded) - before
  const longest = loop.longest()
  const measured = `${took} MB while loaded, ${kept} MB after ${ROUNDS} unloadings`
  goals.push({ name, measured, goal: 'at most 30 MB kept', ok: kept <= 30 })
  goals.push({
    name: `${name}, longest stretch of this process's own work`,
    measured: `${longest.toFixed(0)} ms`,
    goal: 'below 50 ms',
    ok: longest < 50,
  })
}
await models.close()
report('models', goals)
