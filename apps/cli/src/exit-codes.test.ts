import { CountersignError, ERROR_CODES, type ErrorCode } from '@countersign/client'
import { describe, expect, test } from 'vitest'
import { describeError } from './describe-error.ts'
import { EXIT_CODES, EXIT_MEANINGS, exitCodeOf } from './exit-codes.ts'

const EXPECTED: Record<ErrorCode, number> = {
  not_found: 3,
  invalid_input: 2,
  empty_file: 2,
  unreadable_file: 2,
  unsupported_type: 2,
  too_large: 2,
  password_required: 2,
  no_text: 2,
  kind_mismatch: 2,
  wrong_password: 2,
  no_transcript: 2,
  disallowed_by_site: 2,
  signed_out: 7,
  wrong_credentials: 7,
  forbidden: 7,
  not_yours_to_decide: 7,
  too_many_attempts: 5,
  already_voted: 4,
  claimed_by_other: 4,
  ambiguous: 4,
  run_passed: 4,
  conflict: 4,
  on_hold: 4,
  already_decided: 4,
  changed_since_shown: 4,
  verb_not_allowed: 2,
  invalid_decision: 2,
  run_ended: 4,
  graph_unknown: 4,
  superseded: 4,
  dimension_mismatch: 4,
  model_missing: 5,
  model_failed: 5,
  redo_limit: 2,
  unavailable: 5,
  internal: 1,
}

describe('the exit code of an error', () => {
  test.each(Object.entries(EXPECTED))('%s is %i', (code, expected) => {
    const known = Object.keys(ERROR_CODES).find((each): each is ErrorCode => each === code)
    expect(known).toBeDefined()
    if (known !== undefined) expect(exitCodeOf(new CountersignError(known, 'words'))).toBe(expected)
  })

  test('covers every code there is', () => {
    expect(Object.keys(EXPECTED).sort()).toEqual(Object.keys(ERROR_CODES).sort())
  })

  test('a refused connection is "unavailable", however deep it is buried', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    expect(exitCodeOf(new Error('query failed', { cause: new AggregateError([refused]) }))).toBe(EXIT_CODES.unavailable)
  })

  test('a stack error that may pass is "unavailable", any other unknown error is internal', () => {
    expect(exitCodeOf(Object.assign(new Error('locked'), { retryable: true }))).toBe(EXIT_CODES.unavailable)
    expect(exitCodeOf(new TypeError('oops'))).toBe(EXIT_CODES.internal)
    expect(exitCodeOf('thrown text')).toBe(EXIT_CODES.internal)
  })

  test('Ctrl-C is 130', () => {
    expect(exitCodeOf(AbortSignal.abort().reason)).toBe(EXIT_CODES.interrupted)
  })
})

test('every exit code says what it means', () => {
  for (const code of Object.values(EXIT_CODES)) expect(EXIT_MEANINGS[code]).not.toBe('')
})

describe('the description of an error', () => {
  test.each(Object.keys(EXPECTED))('%s says what to do', (code) => {
    const known = Object.keys(ERROR_CODES).find((each): each is ErrorCode => each === code)
    if (known !== undefined)
      expect(describeError(new CountersignError(known, 'What happened.'))).toMatchObject({
        code,
        message: 'What happened.',
        advice: expect.stringMatching(/^[A-Z].*\.$/),
      })
  })

  test('is the one the message itself gives, where it does', () => {
    const error = new CountersignError('not_found', 'There is no run "r_1". See: countersign runs list')
    expect(describeError(error)).toMatchObject({ message: 'There is no run "r_1".', advice: 'See: countersign runs list' })
  })

  test('is one line, whatever the message holds', () => {
    expect(describeError(new Error('first\n  second\n')).message).toBe('first second')
    expect(describeError(new AggregateError([new Error('no ::1'), new Error('no 127.0.0.1')], '')).message).toBe('no ::1; no 127.0.0.1')
  })
})
