import type { AttemptView } from '@countersign/client'
import { expect, test } from 'vitest'
import { costByNode } from './cost-of.ts'

const attempt = (node: string, ms: number | null, usage: AttemptView['usage'] = null): AttemptView => ({
  checkpoint: 'c1',
  task: node,
  node,
  step: 0,
  fence: 1,
  status: ms === null ? 'running' : 'done',
  error: null,
  worker: 'w',
  startedAt: '2026-05-31T10:00:00.000Z',
  finishedAt: ms === null ? null : new Date(Date.parse('2026-05-31T10:00:00.000Z') + ms).toISOString(),
  usage,
})

test('what a node cost is the sum of its attempts, failed ones included; one that still runs has no time yet', () => {
  const costs = costByNode([
    attempt('extract', 1200, { input: 900, output: 80, calls: 1 }),
    attempt('clean', 30),
    attempt('extract', 800, { input: 950, output: 70, calls: 2 }),
    attempt('extract', null),
  ])
  expect(costs.map(({ node }) => node)).toEqual(['extract', 'clean'])
  expect(costs[0]?.cost).toEqual({ attempts: 3, finished: 2, ms: 2000, input: 1850, output: 150, tokens: 2000, calls: 3 })
  expect(costs[1]?.cost).toMatchObject({ ms: 30, tokens: 0 })
})
