import type { GraphView } from '@countersign/client'
import { expect, test } from 'vitest'
import { formatBar, measureProgress } from './measure-progress.ts'

const edge = (from: string, to: string) => ({ from, to, conditional: false })
const graph: GraphView = {
  name: 'g',
  version: '1',
  mermaid: '',
  nodes: [
    { id: '__start__', kind: 'start' },
    ...['load', 'check', 'ask', 'index'].map((id) => ({ id, kind: 'node' as const })),
    { id: '__end__', kind: 'end' },
  ],
  edges: [
    edge('__start__', 'load'),
    edge('load', 'check'),
    edge('check', 'ask'),
    edge('ask', 'check'),
    edge('check', 'index'),
    edge('ask', 'index'),
    edge('index', '__end__'),
  ],
}
const at = (next: string[]) => measureProgress({ status: 'running', next, error: null }, graph)

test('a run is as far as its deepest next node, and whole only when it is done', () => {
  expect([at(['load']), at(['check']), at(['index'])]).toEqual([0.25, 0.5, 0.75])
  expect(measureProgress({ status: 'done', next: [], error: null }, graph)).toBe(1)
  expect(at(['__end__'])).toBeLessThan(1)
})

test('a parked run stays where it stopped', () => {
  expect(measureProgress({ status: 'parked', next: [], error: { code: 'internal', message: '', node: 'check' } }, graph)).toBe(0.5)
})

test('a graph that is not known, or goes round in circles, does no harm', () => {
  expect(measureProgress({ status: 'running', next: ['load'], error: null }, undefined)).toBe(0)
})

test('a bar fills in eighths and keeps its width', () => {
  expect(formatBar(0, 4)).toBe('░░░░')
  expect(formatBar(0.5, 4)).toBe('██░░')
  expect(formatBar(0.53125, 4)).toBe('██▏░')
  expect(formatBar(2, 4)).toBe('████')
})
