import type { CheckpointView, GraphView } from '@countersign/client'
import { layOutGraph } from '@countersign/client/drawing'
import { expect, test } from 'vitest'
import { type NoteWords, tracePath } from './trace-path.ts'

const edge = (from: string, to: string, conditional = false) => ({ from, to, conditional })
const drawing: GraphView = {
  name: 'ingest',
  version: '1',
  mermaid: '',
  nodes: ['__start__', 'read', 'check', 'accept', 'review', '__end__'].map((id) => ({
    id,
    kind: id === '__start__' ? 'start' : id === '__end__' ? 'end' : 'node',
  })),
  edges: [
    edge('__start__', 'read'),
    edge('read', 'check'),
    edge('check', 'accept', true),
    edge('check', 'review', true),
    edge('review', 'read', true),
    edge('review', '__end__', true),
    edge('accept', '__end__'),
  ],
}
const words: NoteWords = {
  waits: 'waits',
  stopped: 'stopped',
  ran: (times) => `ran ${times} times`,
  attempts: (count) => `${count} attempts`,
  took: (ms) => `${ms} ms`,
  tokens: (count) => `${count} tokens`,
}
const at = '2026-05-31T10:00:00.000Z'
const checkpoint = (id: string, nodes: string[], next: string[]): CheckpointView => ({
  id,
  parent: null,
  step: 0,
  source: 'loop',
  nodes,
  next,
  at,
})
const looped = [
  checkpoint('c0', [], ['read']),
  checkpoint('c1', ['read'], ['check']),
  checkpoint('c2', ['check'], ['review']),
  checkpoint('c3', ['review'], ['read']),
  checkpoint('c4', ['read'], ['check']),
  checkpoint('c5', ['check'], ['review']),
]
const trace = (checkpoints: CheckpointView[], status: 'waiting' | 'done' | 'parked' | null) => {
  const traced = tracePath({ drawing, checkpoints, attempts: [], status, words })
  return {
    looks: Object.fromEntries(traced.nodes.map((node) => [node.id, node.look])),
    times: Object.fromEntries(traced.edges.map(({ from, to, times }) => [`${from}>${to}`, times])),
    traced,
  }
}

test('the way taken is counted, loops included, and where the run waits is marked', () => {
  const { looks, times } = trace(looped, 'waiting')
  expect(looks).toEqual({ __start__: 'done', read: 'done', check: 'done', accept: 'untouched', review: 'waiting', __end__: 'untouched' })
  expect(times).toMatchObject({ '__start__>read': 1, 'read>check': 2, 'check>review': 2, 'review>read': 1, 'check>accept': 0 })
})

test('an earlier checkpoint shows the run as it stood then', () => {
  const { looks, times } = trace(looped.slice(0, 3), null)
  expect(looks).toMatchObject({ read: 'done', check: 'done', review: 'current' })
  expect(times['review>read']).toBe(0)
})

test('a finished run has reached the end, a parked one is marked where it stopped', () => {
  expect(trace([...looped, checkpoint('c6', ['review'], [])], 'done').looks.__end__).toBe('done')
  expect(trace(looped.slice(0, 2), 'parked').looks.check).toBe('parked')
})

test('a drawing runs downwards; only a loop goes up', () => {
  const { nodes, edges } = layOutGraph(trace(looped, 'waiting').traced)
  const top = (id: string) => nodes.find((node) => node.id === id)?.y ?? 0
  for (const { from, to } of edges) {
    if (from === 'review' && to === 'read') expect(top(from)).toBeGreaterThan(top(to))
    else expect(top(from)).toBeLessThan(top(to))
  }
})

test('nodes do not overlap, whatever their names', () => {
  const wide = tracePath({
    drawing: { ...drawing, nodes: drawing.nodes.map((node) => ({ ...node })), edges: drawing.edges },
    checkpoints: looped,
    attempts: [],
    status: 'waiting',
    words,
  })
  const { nodes } = layOutGraph(wide)
  for (const a of nodes) {
    for (const b of nodes) {
      if (a === b) continue
      const apart = Math.abs(a.x - b.x) >= (a.width + b.width) / 2 || Math.abs(a.y - b.y) >= (a.height + b.height) / 2
      expect(apart).toBe(true)
    }
  }
})
