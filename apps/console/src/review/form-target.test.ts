import { expect, test } from 'vitest'
import { formTarget } from './form-target.ts'

type Json = Parameters<typeof formTarget>[0]['request']['proposal']

const request = (proposal: Json) => ({
  countersign: 1 as const,
  kind: 'tool' as const,
  title: 'send_refund',
  reason: '',
  verbs: ['approve' as const, 'edit' as const],
  proposal,
  schema: { type: 'object', properties: { args: { type: 'object', properties: { amount: { type: 'number' } } } } },
})

test('of a tool call only the arguments are a form, and a change of them leaves the tool as it is', () => {
  const target = formTarget({ kind: 'tool', fields: [], request: request({ action: 'send_refund', args: { amount: 180 } }) })
  expect(target.tool).toBe('send_refund')
  expect(target.formed.request).toEqual({
    proposal: { amount: 180 },
    schema: { type: 'object', properties: { amount: { type: 'number' } } },
  })
  expect(target.wrap({ amount: 150 }, new Map())).toEqual({ action: 'send_refund', args: { amount: 150 } })
  expect(target.unwrap({ action: 'send_refund', args: { amount: 150 } })).toEqual({ amount: 150 })
})

test('what is no call is a form as a whole', () => {
  const target = formTarget({ kind: 'approval', fields: [], request: request({ action: 'x', args: {} }) })
  expect(target.tool).toBeNull()
  expect(target.wrap({ any: 1 }, new Map())).toEqual({ any: 1 })
})

const CALLS: Json = [
  { name: 'send_refund', args: { amount: 180 } },
  { name: 'send_mail', args: { to: 'Kaya' } },
]
/** As the engine writes it: the first may be refused, the second only taken as it is. */
const CALLS_SCHEMA: Record<string, Json> = {
  type: 'array',
  prefixItems: [
    {
      anyOf: [
        {
          type: 'object',
          properties: {
            name: { const: 'send_refund' },
            args: { type: 'object', properties: { amount: { type: 'number' }, note: { type: 'string' } }, required: ['amount'] },
          },
        },
        { type: 'object', properties: { name: { const: 'send_refund' }, args: { anyOf: [{ type: 'null' }, { type: 'string' }] } } },
      ],
    },
    { type: 'object', properties: { name: { const: 'send_mail' }, args: { type: 'object', properties: { to: { const: 'Kaya' } } } } },
  ],
}
const several = () => formTarget({ kind: 'tool', fields: [], request: { ...request(CALLS), schema: CALLS_SCHEMA } })

test('of several calls at once every argument is an item of the form, under the name it has', () => {
  const target = several()
  expect(target.calls).toEqual([
    { index: 0, tool: 'send_refund', refusable: true, fixed: false },
    { index: 1, tool: 'send_mail', refusable: false, fixed: true },
  ])
  expect(target.formed.request).toEqual({
    proposal: { '0.amount': 180, '1.to': 'Kaya' },
    schema: {
      type: 'object',
      properties: {
        '0.amount': { title: 'amount', type: 'number' },
        '0.note': { title: 'note', type: 'string' },
        '1.to': { title: 'to', const: 'Kaya' },
      },
      required: ['0.amount'],
    },
  })
})

test('several calls are sent back as their list, each as it is, changed, or refused with a reason or without', () => {
  const target = several()
  const value = { '0.amount': 150, '0.note': null, '1.to': 'Kaya' }
  expect(target.wrap(value, new Map())).toEqual([
    { name: 'send_refund', args: { amount: 150 } },
    { name: 'send_mail', args: { to: 'Kaya' } },
  ])
  const sent = target.wrap(value, new Map([[0, 'too much']]))
  expect(sent).toEqual([
    { name: 'send_refund', args: 'too much' },
    { name: 'send_mail', args: { to: 'Kaya' } },
  ])
  expect(target.refusalsIn(sent)).toEqual(new Map([[0, 'too much']]))
  expect(target.unwrap(sent)).toEqual({ '1.to': 'Kaya' })
  expect(target.wrap(value, new Map([[0, null]]))).toMatchObject([{ args: null }, { args: { to: 'Kaya' } }])
})

test('calls without a schema can be changed, not refused', () => {
  const target = formTarget({ kind: 'tool', fields: [], request: { ...request(CALLS), schema: undefined } })
  expect(target.calls.map(({ refusable, fixed }) => ({ refusable, fixed }))).toEqual([
    { refusable: false, fixed: false },
    { refusable: false, fixed: false },
  ])
})

test('arguments that stand beside the name of the tool are the form, the name is not', () => {
  const target = formTarget({ kind: 'tool', fields: [], request: request({ tool: 'send_refund', amount: 180 }) })
  expect(target.formed.request.proposal).toEqual({ amount: 180 })
  expect(target.wrap({ amount: 150 }, new Map())).toEqual({ tool: 'send_refund', amount: 150 })
})
