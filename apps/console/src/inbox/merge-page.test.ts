import type { ReviewSummary } from '@countersign/client'
import { expect, test } from 'vitest'
import { appendPage, type Listed, mergePage } from './merge-page.ts'

/** Only the id counts here. */
const items = (ids: string): ReviewSummary[] =>
  [...ids].map((id) => ({
    id,
    run: 'r',
    kind: 'question',
    status: 'open',
    titleSays: null,
    title: id,
    reason: '',
    node: 'n',
    document: null,
    documentType: null,
    confidence: null,
    openedAt: '',
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
  }))
const list = (ids: string, next: string | null = null): Listed => ({ items: items(ids), next, fresh: [] })
const idsOf = ({ items: shown, fresh, next }: Listed) => [shown, fresh].map((some) => some.map(({ id }) => id).join('')).concat(next ?? '')

test.each([
  ['what is gone leaves', list('abc'), { items: items('ac'), next: null }, ['ac', '', '']],
  ['what comes at the end is added', list('ab'), { items: items('abc'), next: null }, ['abc', '', '']],
  ['what comes at the end when one is gone is added', list('abc', '1'), { items: items('bcd'), next: '2' }, ['bcd', '', '2']],
  ['what comes first only announces itself', list('ab'), { items: items('xyab'), next: null }, ['ab', 'xy', '']],
  ['what comes between only announces itself', list('ab'), { items: items('axb'), next: null }, ['ab', 'x', '']],
  ['rows beyond the page stay', list('abcd', '1'), { items: items('ac'), next: '2' }, ['acd', '', '1']],
  ['news in a list that had grown only announces itself', list('abcd', '1'), { items: items('abx'), next: '2' }, ['abcd', 'x', '1']],
  ['another list replaces it', list('ab'), { items: items('xy'), next: '3' }, ['xy', '', '3']],
])('%s', (_name, before, page, after) => {
  expect(idsOf(mergePage(before, page))).toEqual(after)
})

test('the next page is added once, whatever it repeats', () => {
  expect(idsOf(appendPage(list('ab', '1'), { items: items('bcd'), next: null }))).toEqual(['abcd', '', ''])
})
