/** @typedef {import('./run-step.mjs').Outcome} Outcome */

/**
 * The check's last words. Tests are counted one by one; every other step, and tests that ended without a count, as one.
 * @param {readonly Outcome[]} outcomes
 * @param {{ passed: number, failed: number } | undefined} tests the counts of the step `tests`, when it left any
 * @returns {{ ok: boolean, lines: string[] }} the last line is `N passed, N failed`
 */
export function summarise(outcomes, tests) {
  const failedSteps = outcomes.filter(({ ok }) => !ok).map(({ name }) => name)
  const counted = tests ?? { passed: 0, failed: 0 }
  const failed = counted.failed + failedSteps.filter((name) => name !== 'tests' || counted.failed === 0).length
  const passed = counted.passed + outcomes.filter(({ name, ok }) => ok && name !== 'tests').length
  const lines = failedSteps.length > 0 ? [`Failed: ${failedSteps.join(', ')}`] : []
  return { ok: failedSteps.length === 0, lines: [...lines, `${passed} passed, ${failed} failed`] }
}
