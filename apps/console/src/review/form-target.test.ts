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
  expect(target.wrap({ amount: 150 })).toEqual({ action: 'send_refund', args: { amount: 150 } })
  expect(target.unwrap({ action: 'send_refund', args: { amount: 150 } })).toEqual({ amount: 150 })
})

test('what is no call is a form as a whole', () => {
  const target = formTarget({ kind: 'approval', fields: [], request: request({ action: 'x', args: {} }) })
  expect(target.tool).toBeNull()
  expect(target.wrap({ any: 1 })).toEqual({ any: 1 })
})

test('of several calls at once the arguments of each are one item', () => {
  const proposal: Json = [
    { name: 'send_refund', args: { amount: 180 } },
    { name: 'send_mail', args: { to: 'Kaya' } },
  ]
  const target = formTarget({ kind: 'tool', fields: [], request: request(proposal) })
  expect(target.formed.request.proposal).toEqual({ '1 send_refund': { amount: 180 }, '2 send_mail': { to: 'Kaya' } })
  expect(target.wrap({ '1 send_refund': { amount: 150 }, '2 send_mail': { to: 'Kaya' } })).toEqual([
    { name: 'send_refund', args: { amount: 150 } },
    { name: 'send_mail', args: { to: 'Kaya' } },
  ])
})

test('arguments that stand beside the name of the tool are the form, the name is not', () => {
  const target = formTarget({ kind: 'tool', fields: [], request: request({ tool: 'send_refund', amount: 180 }) })
  expect(target.formed.request.proposal).toEqual({ amount: 180 })
  expect(target.wrap({ amount: 150 })).toEqual({ tool: 'send_refund', amount: 150 })
})
