import { runStep } from './run-step.mjs'

/** @typedef {import('./steps.mjs').Step} Step */
/** @typedef {import('./run-step.mjs').Outcome} Outcome */

/**
 * Runs the lanes `downloads`, `builds` and `sources` side by side, each in its order, then the lane `tests`, which has the machine to itself; tells the
 * end of each step as it comes.
 * @param {readonly Step[]} steps
 * @param {{ write: (text: string) => void }} options
 * @returns {Promise<Outcome[]>}
 */
export async function runSteps(steps, { write }) {
  /** @type {Outcome[]} */
  const outcomes = []
  const runLane = async (/** @type {Step['lane']} */ lane) => {
    for (const step of steps.filter((one) => one.lane === lane)) {
      const outcome = await runStep(step, { live: lane === 'tests', write })
      outcomes.push(outcome)
      write(`${outcome.ok ? 'ok    ' : 'FAILED'} ${outcome.seconds.toFixed(1).padStart(6)} s  ${step.name}\n`)
    }
  }
  await Promise.all([runLane('downloads'), runLane('builds'), runLane('sources')])
  await runLane('tests')
  return outcomes
}
