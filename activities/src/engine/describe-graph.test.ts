import { Annotation, END, START, StateGraph } from '@langchain/langgraph'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { defineGraph } from './define-graph.ts'
import { describeGraph } from './describe-graph.ts'

it('a state written in zod is described by its types, one of annotations by its keys', () => {
  const typed = new StateGraph(z.object({ amount: z.number(), note: z.string().optional() }))
    .addNode('pay', async () => ({}))
    .addEdge(START, 'pay')
    .addEdge('pay', END)
  const open = new StateGraph(
    Annotation.Root({ amount: Annotation<number>, notes: Annotation<string[]>({ reducer: (a, b) => a.concat(b) }) }),
  )
    .addNode('pay', async () => ({}))
    .addNode('tell', async () => ({}))
    .addEdge(START, 'pay')
    .addEdge('pay', 'tell')
  expect(describeGraph(defineGraph({ name: 'refund', version: '2', graph: typed, migrate: { from: ['1'] } }))).toEqual({
    name: 'refund',
    version: '2',
    nodes: ['pay'],
    stateSchema: expect.objectContaining({ type: 'object', properties: { amount: { type: 'number' }, note: { type: 'string' } } }),
    migratesFrom: ['1'],
  })
  expect(describeGraph(defineGraph({ name: 'refund', version: '1', graph: open }))).toEqual({
    name: 'refund',
    version: '1',
    nodes: ['pay', 'tell'],
    stateSchema: { type: 'object', properties: { amount: {}, notes: {} } },
    migratesFrom: [],
  })
})
