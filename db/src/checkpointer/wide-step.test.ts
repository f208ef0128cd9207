import { type CheckpointTuple, emptyCheckpoint } from '@langchain/langgraph-checkpoint'
import { describe, expect, it } from 'vitest'
import { NULL_TASK, narrowHead } from './wide-step.ts'

const tasks = ['a', 'b', 'c', 'd']
const tuple = (pendingWrites: CheckpointTuple['pendingWrites']): CheckpointTuple => ({
  config: {},
  checkpoint: emptyCheckpoint(),
  pendingWrites,
})
const NOTHING = ['__no_writes__', null]

describe('the head of a wide superstep', () => {
  it('shows the task that runs its own writes, and of the others one that is open', () => {
    const head = tuple([
      ['a', 'parts', 'A'],
      ['b', '__interrupt__', [{ id: 'q' }]],
      [NULL_TASK, 'n', 1],
    ])
    expect(narrowHead(head, { own: 'b', tasks }).pendingWrites).toEqual([
      ['b', '__interrupt__', [{ id: 'q' }]],
      [NULL_TASK, 'n', 1],
      ['c', ...NOTHING],
      ['d', ...NOTHING],
    ])
  })

  it('keeps a task that is finished open for the one that runs, or LangGraph would commit what it did not see', () => {
    const done = tuple(['a', 'b', 'c'].map((task) => [task, 'parts', task]))
    const seen = new Set(narrowHead(done, { own: 'd', tasks }).pendingWrites?.map(([task]) => task))
    expect(tasks.filter((task) => task !== 'd' && !seen.has(task))).toHaveLength(1)
  })

  it('shows whoever runs none all that is there, and one of the open ones', () => {
    const head = tuple([
      ['a', 'parts', 'A'],
      ['b', '__interrupt__', []],
    ])
    expect(narrowHead(head, { own: null, tasks }).pendingWrites).toEqual([
      ...(head.pendingWrites ?? []),
      ['c', ...NOTHING],
      ['d', ...NOTHING],
    ])
  })

  it('is as it is once all have finished', () => {
    const head = tuple(tasks.map((task) => [task, 'parts', task]))
    expect(narrowHead(head, { own: null, tasks })).toEqual(head)
  })
})
