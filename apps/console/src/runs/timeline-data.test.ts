import type { CheckpointView } from '@countersign/client'
import { expect, test } from 'vitest'
import { specialOf, timelineData, timesOf } from './timeline-data.ts'

const START = Date.parse('2026-05-31T10:00:00.000Z')
const checkpoints = Array.from({ length: 3_000 }, (_, index): CheckpointView => {
  const source = index === 0 ? 'input' : index === 1_200 ? 'update' : 'loop'
  const nodes = source === 'loop' ? [index % 2 ? 'think' : 'act'] : []
  const at = new Date(START + index * 1_000).toISOString()
  return { id: `1f05e1c2-${index}`, parent: null, step: index - 1, source, nodes, next: [], at }
})

test('three thousand checkpoints fit into a fraction of what their rows take, and nothing of them is lost', () => {
  const data = timelineData(checkpoints)
  expect(JSON.stringify(data).length).toBeLessThan(JSON.stringify(checkpoints).length / 3)
  expect(data.labels).toHaveLength(4)
  expect(timesOf(data)[2_999]).toBe(START + 2_999_000)
  expect(data.ids[2_999]).toBe('1f05e1c2-2999')
})

test('what no step of the graph made stands out; the first input does not', () => {
  expect(specialOf(timelineData(checkpoints))).toEqual([{ index: 1_200, source: 'update' }])
})
