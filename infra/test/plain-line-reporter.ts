import { writeFileSync } from 'node:fs'
import type { SerializedError } from 'vitest'
import type { Reporter, TestModule } from 'vitest/node'

/** Tests that passed and failed; a file that could not be loaded or an error outside any test counts as one failure. */
export interface Tally {
  passed: number
  failed: number
}

/** Counts a finished test run. */
export function tallyRun(modules: readonly TestModule[], errors: readonly SerializedError[]): Tally {
  const tally = { passed: 0, failed: errors.length }
  for (const module of modules) {
    tally.failed += module.errors().length
    for (const suite of module.children.allSuites()) tally.failed += suite.errors().length
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      if (state === 'passed') tally.passed += 1
      if (state === 'failed') tally.failed += 1
    }
  }
  return tally
}

/**
 * Ends the run with the plain line `N passed, N failed`. `COUNTERSIGN_TALLY` names a file to write the tally to
 * as JSON as well, for the check that adds its own steps to it.
 */
export default class PlainLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const tally = tallyRun(modules, errors)
    const file = process.env.COUNTERSIGN_TALLY
    if (file) writeFileSync(file, JSON.stringify(tally))
    // Other reporters print their failures at the same time as this method runs: the last line is the process's last.
    process.once('exit', () => process.stdout.write(`${tally.passed} passed, ${tally.failed} failed\n`))
  }
}
