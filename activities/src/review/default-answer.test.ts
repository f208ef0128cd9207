import { type LastResort, type ReviewRequestInput, reviewRequest } from '@countersign/workflows/contract'
import { expect, it } from 'vitest'
import { defaultAnswer } from './default-answer.ts'

const candidates = [
  { id: 'berlin', label: 'Kaya, Berlin', value: 17 },
  { id: 'bonn', label: 'Kaya, Bonn', value: 23 },
]
const schema = { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] }
const extraction: ReviewRequestInput = { kind: 'extraction', title: 'Invoice', proposal: { total: 12 }, schema }
const last = (value: Extract<LastResort, { do: 'default' }>['value']): LastResort => ({ after: 1, do: 'default', value })

it.each<[string, ReviewRequestInput, LastResort, unknown]>([
  ['approves where the default is the proposal', extraction, last({ total: 12 }), { verb: 'approve', value: { total: 12 } }],
  ['edits where it is another value that fits', extraction, last({ total: 0 }), { verb: 'edit', value: { total: 0 } }],
  ['has no answer where the value does not fit', extraction, last({ total: 'none' }), null],
  ['rejects', extraction, { after: 1, do: 'reject' }, { verb: 'reject', value: null }],
  ['chooses by id', { kind: 'choice', title: 'Which?', proposal: null, candidates }, last('bonn'), { verb: 'choose', value: 23 }],
  ['chooses none', { kind: 'choice', title: 'Which?', proposal: null, candidates }, last(null), { verb: 'choose', value: null }],
  ['chooses nothing unknown', { kind: 'choice', title: 'Which?', proposal: null, candidates }, last('hamburg'), null],
  ['responds to a question', { kind: 'question', title: 'When?', proposal: null }, last('never'), { verb: 'respond', value: 'never' }],
  ['rejects no incident', { kind: 'incident', title: 'Stopped', proposal: null }, { after: 1, do: 'reject' }, null],
])('a last resort %s', (_, request, resort, answer) => {
  expect(defaultAnswer(reviewRequest(request), resort)).toEqual(answer)
})
