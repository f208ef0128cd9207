import { expect, it } from 'vitest'
import { summarise } from './summarise.mjs'

const step = (name: string, ok: boolean) => ({ name, ok, seconds: 1 })

it('ends with the tests and the other steps that passed', () => {
  expect(summarise([step('lint', true), step('tests', true)], { passed: 41, failed: 0 })).toEqual({
    ok: true,
    lines: ['42 passed, 0 failed'],
  })
})

it('names the steps that failed and counts failed tests one by one', () => {
  expect(summarise([step('lint', false), step('tests', false)], { passed: 40, failed: 2 })).toEqual({
    ok: false,
    lines: ['Failed: lint, tests', '40 passed, 3 failed'],
  })
})

it('never calls a test run that broke down a success', () => {
  expect(summarise([step('tests', false)], undefined).lines.at(-1)).toBe('0 passed, 1 failed')
  expect(summarise([step('tests', false)], { passed: 5, failed: 0 }).lines.at(-1)).toBe('5 passed, 1 failed')
})
