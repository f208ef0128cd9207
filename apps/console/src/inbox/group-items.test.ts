import type { ReviewSummary } from '@countersign/client'
import { createTranslator } from 'use-intl/core'
import { expect, test } from 'vitest'
import { MESSAGES } from '../frame/messages.ts'
import { createTimes } from '../frame/times.ts'
import { groupItems } from './group-items.ts'

const NOW = Date.parse('2026-05-31T12:00:00Z')
const present = (zone: string) => ({
  now: NOW,
  times: createTimes({ locale: 'en', zone, words: createTranslator({ locale: 'en', messages: MESSAGES.en, namespace: 'frame' }) }),
})

function item(values: Partial<ReviewSummary>): ReviewSummary {
  return {
    id: 'rv_1',
    run: 'r_1',
    kind: 'extraction',
    status: 'open',
    titleSays: null,
    title: 'Invoice',
    reason: '',
    node: 'human_review',
    document: null,
    documentType: null,
    confidence: null,
    openedAt: '2026-05-31T10:00:00Z',
    dueAt: null,
    decidedAt: null,
    decidedBy: null,
    verb: null,
    priority: 0,
    assignee: null,
    claim: null,
    quorum: 1,
    disputed: false,
    round: 1,
    doubts: 0,
    ...values,
  }
}
const shape = (groups: ReturnType<typeof groupItems>) => groups.map(({ name, day, items }) => [name ?? day, items.length])

test('by age, items are grouped by the day of the reader', () => {
  const items = ['2026-05-28T09:00:00Z', '2026-05-30T01:00:00Z', '2026-05-30T23:00:00Z', '2026-05-31T00:30:00Z'].map((openedAt) =>
    item({ openedAt }),
  )
  expect(shape(groupItems(items, undefined, present('UTC')))).toEqual([
    ['Thursday 28 May', 1],
    ['yesterday', 2],
    ['today', 1],
  ])
  expect(shape(groupItems(items, undefined, present('Asia/Tokyo')))).toEqual([
    ['Thursday 28 May', 1],
    ['yesterday', 1],
    ['today', 2],
  ])
})

test('by deadline, what is late comes under its own heading, and what has none under another', () => {
  const items = [
    '2026-05-31T11:00:00Z',
    '2026-05-31T12:30:00Z',
    '2026-05-31T20:00:00Z',
    '2026-06-01T09:00:00Z',
    '2026-06-09T09:00:00Z',
    null,
  ]
  expect(
    shape(
      groupItems(
        items.map((dueAt) => item({ dueAt })),
        'due',
        present('UTC'),
      ),
    ),
  ).toEqual([
    ['overdue', 1],
    ['hour', 1],
    ['laterToday', 1],
    ['tomorrow', 1],
    ['later', 1],
    ['noDeadline', 1],
  ])
})
