import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installDependencies } from '../local/install-dependencies.mjs'
import { runSteps } from './run-steps.mjs'
import { checkSteps } from './steps.mjs'
import { summarise } from './summarise.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
process.chdir(root)
const folder = mkdtempSync(join(tmpdir(), 'countersign-check-'))
const tally = join(folder, 'tally.json')
const write = (/** @type {string} */ text) => void process.stdout.write(text)

await installDependencies({ root, log: (line) => write(`${line}\n`) })

const outcomes = await runSteps(chosenSteps(process.argv.slice(2)), { write })

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
