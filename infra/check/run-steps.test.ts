import { expect, it } from 'vitest'
import { runSteps } from './run-steps.mjs'

const step = (lane: 'builds' | 'sources' | 'tests', name: string, script = '') => ({
  name,
  lane,
  command: process.execPath,
  args: ['-e', script],
})

it('runs the lanes side by side, and the tests once all other steps have ended', async () => {
  let shown = ''
  const outcomes = await runSteps(
    [
      step('tests', 'tests', "console.log('a test passed')"),
      step('builds', 'slow', 'setTimeout(() => undefined, 1500)'),
      step('sources', 'broken', "console.log('why'); process.exit(1)"),
      step('sources', 'quick'),
    ],
    { write: (text) => (shown += text) },
  )
  expect(outcomes.map(({ name, ok }) => [name, ok])).toEqual([
    ['broken', false],
    ['quick', true],
    ['slow', true],
    ['tests', true],
  ])
  expect(shown).toMatch(/^why\nFAILED .* broken\nok .* quick\nok .* slow\na test passed\nok .* tests\n$/)
})
