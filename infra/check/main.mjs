import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installDependencies } from '../local/install-dependencies.mjs'
import { runStep } from './run-step.mjs'
import { checkSteps } from './steps.mjs'
import { summarise } from './summarise.mjs'

/** @typedef {import('./run-step.mjs').Outcome} Outcome */

const root = fileURLToPath(new URL('../..', import.meta.url))
process.chdir(root)
const folder = mkdtempSync(join(tmpdir(), 'countersign-check-'))
const tally = join(folder, 'tally.json')
const write = (/** @type {string} */ text) => void process.stdout.write(text)

await installDependencies({ root, log: (line) => write(`${line}\n`) })

/** @type {Outcome[]} */
const outcomes = []
for (const step of chosenSteps(process.argv.slice(2))) {
  const outcome = await runStep(step, { live: step.name === 'tests', write })
  outcomes.push(outcome)
  write(`${outcome.ok ? 'ok    ' : 'FAILED'} ${outcome.seconds.toFixed(1).padStart(6)} s  ${step.name}\n`)
}

/**
 * All steps, or those that are named on the command line: `npm run check -- lint types`.
 * @param {readonly string[]} names
 */
function chosenSteps(names) {
  const steps = checkSteps({ tally })
  const unknown = names.find((name) => !steps.some((step) => step.name === name))
  if (unknown !== undefined) throw new Error(`There is no step "${unknown}". Steps: ${steps.map((step) => step.name).join(', ')}`)
  return names.length === 0 ? steps : steps.filter(({ name }) => names.includes(name))
}

const tests = existsSync(tally) ? JSON.parse(readFileSync(tally, 'utf8')) : undefined
rmSync(folder, { recursive: true })
const { ok, lines } = summarise(outcomes, tests)
write(`${lines.join('\n')}\n`)
process.exitCode = ok ? 0 : 1
