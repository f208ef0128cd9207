import { expect, test } from 'vitest'
import { CountersignError } from './errors.ts'
import { englishOf, said, sentenceSchema } from './sentences.ts'

test('a sentence is kept by its code and values, and says the same in English when it is read again', () => {
  const { says, english } = said('standing.forBoth', { roles: ['reviewer', 'approver'], people: ['una'], yours: [] })
  expect(english).toBe('It is for the role reviewer or approver or for una; you are without a role.')
  expect(englishOf(sentenceSchema.parse(JSON.parse(JSON.stringify(says))))).toBe(english)
})

test('a sentence may hold another', () => {
  const { says, english } = said('odd.notYours', { why: said('standing.onlyAdmin').says })
  expect(english).toBe('not yours to decide: Only an admin may decide it.')
  expect(sentenceSchema.parse(JSON.parse(JSON.stringify(says)))).toEqual(says)
})

test('a code of a newer version stands for itself', () => {
  expect(englishOf({ code: 'standing.tomorrow', values: {} })).toBe('standing.tomorrow')
})

test('an error carries what it says, in English and by code', () => {
  const error = new CountersignError('invalid_decision', said('decide.rejectReason'))
  expect(error).toMatchObject({ message: 'A rejection needs a reason.', says: { code: 'decide.rejectReason', values: {} } })
  expect(new CountersignError('internal', 'Words alone.').says).toBeNull()
})
