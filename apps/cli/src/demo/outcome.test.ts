import type { RunDetail } from '@countersign/client'
import { describe, expect, test } from 'vitest'
import { trackFile } from './ingest-files.ts'
import { missingIn, outcomeOf } from './outcome.ts'

const run: RunDetail = {
  id: 'r_1',
  graph: 'ingest',
  version: '1',
  title: 'a.pdf',
  status: 'done',
  step: 8,
  next: [],
  document: 'doc_1',
  parentRun: null,
  parentCheckpoint: null,
  sandbox: false,
  hold: false,
  error: null,
  partial: null,
  createdBy: 'demo',
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  finishedAt: null,
  openReviews: [],
  attempts: [],
  reviews: [],
  drawing: null,
  stateSchema: {},
}
const review: RunDetail['reviews'][number] = {
  id: 'rv_1',
  run: 'r_1',
  kind: 'extraction',
  status: 'decided',
  title: 'Invoice',
  titleSays: null,
  reason: '',
  node: 'human_review',
  document: 'doc_1',
  documentType: 'invoice',
  confidence: 0.6,
  openedAt: '2026-01-01T00:00:00Z',
  dueAt: null,
  decidedAt: null,
  decidedBy: 'demo',
  priority: 0,
  assignee: null,
  claim: null,
  quorum: 1,
  disputed: false,
  round: 1,
  doubts: 1,
  verb: 'approve',
}
const file = (detail: Partial<RunDetail> | null) => ({
  ...trackFile('/x/a.pdf'),
  run: 'r_1',
  detail: detail === null ? null : { ...run, ...detail },
})
const parked = file({ status: 'parked', error: { code: 'password_required', message: 'The file asks for a password.', node: 'load' } })
const refused = { ...file(null), refusal: { code: 'empty_file', message: 'It is empty.' } }

describe('the outcome of a file', () => {
  test.each([
    ['indexed', file({})],
    ['decided and indexed', file({ reviews: [review] })],
    ['parked', parked],
    ['refused', refused],
    ['stopped', file({ status: 'aborted' })],
    ['waiting', file({ status: 'waiting', reviews: [{ ...review, status: 'open' }] })],
    ['running', file({ status: 'running' })],
    ['running', file(null)],
  ])('is "%s"', (kind, tracked) => {
    expect(outcomeOf(tracked).kind).toBe(kind)
  })

  test('tells why a file did not get through', () => {
    expect(outcomeOf(parked).message).toBe('The file asks for a password.')
    expect(outcomeOf(refused).message).toBe('It is empty.')
  })
})

describe('what is missing after an unattended demo', () => {
  test('nothing, when every file was indexed, parked with a message or refused with one', () => {
    expect(missingIn([file({}), parked, refused], false)).toEqual([])
  })

  test('a sample that was parked or refused', () => {
    expect(missingIn([file({}), parked, refused], true)).toHaveLength(2)
  })

  test('a file that still runs, waits or was stopped, and a parked one without a word', () => {
    const unfinished = [
      file({ status: 'running', next: ['embed'] }),
      file({ status: 'waiting', next: ['human_review'] }),
      file({ status: 'cancelled' }),
      file({ status: 'parked' }),
    ]
    expect(missingIn(unfinished, false)).toEqual([
      'a.pdf: still running at embed',
      'a.pdf: still waits for a person at human_review',
      'a.pdf: the run was cancelled',
      'a.pdf: parked without a message',
    ])
  })
})
