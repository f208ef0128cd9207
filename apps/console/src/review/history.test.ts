import type { AuditEntryView } from '@countersign/client'
import { expect, test } from 'vitest'
import { historyOf } from './history.ts'

const entry = (seq: number, event: string, data: Record<string, unknown> = {}): AuditEntryView => ({
  seq,
  position: seq,
  at: '2026-05-31T10:00:00.000Z',
  actor: 'ana',
  event,
  run: 'r_1',
  review: 'rv_1',
  document: null,
  data,
  title: null,
})

test('what happened to a review is told oldest first; comments and other things are not part of it', () => {
  const told = historyOf([
    entry(3, 'review.escalated', { role: 'approver', step: 1, nested: {} }),
    entry(2, 'comment.added'),
    entry(1, 'review.opened'),
  ])
  expect(told.map(({ event, values }) => [event, values])).toEqual([
    ['opened', {}],
    ['escalated', { role: 'approver', step: '1' }],
  ])
})

test('a review that was given back to everybody is no review that was given to somebody', () => {
  expect(historyOf([entry(1, 'review.assigned', { to: null, from: 'bob' })])[0]?.event).toBe('unassigned')
})
