import { expect, test } from 'vitest'
import { createStepClock } from './time-steps.ts'

test('the report tells when each step began and how long it took, from the very start, also of one that failed', async () => {
  const clock = createStepClock(Date.now() - 5_000, Date.now() - 2_000)
  expect(clock.elapsed()).toBeGreaterThanOrEqual(5)
  expect(await clock.step('build', async () => 'built')).toBe('built')
  await expect(clock.step('start', () => Promise.reject(new Error('port taken')))).rejects.toThrow('port taken')

  expect(clock.report()).toEqual([
    expect.stringMatching(/^ +0\.0 s +3\.0 s {2}set up$/),
    expect.stringMatching(/^ +5\.\d s +0\.0 s {2}build$/),
    expect.stringMatching(/^ +5\.\d s +0\.0 s {2}start$/),
  ])
})
