import type { ReviewDetail } from '@countersign/client'
import { expect, test } from 'vitest'
import { checkSchema } from './check-schema.ts'
import { applyTyped, formItems, readItem, textOf, typedOf } from './form-model.ts'

const schema: NonNullable<ReviewDetail['request']['schema']> = {
  type: 'object',
  properties: {
    issuer: { type: 'string', minLength: 1 },
    date: { type: 'string', format: 'date' },
    currency: { anyOf: [{ type: 'string', enum: ['EUR', 'USD'] }, { type: 'null' }] },
    pages: { type: 'integer' },
    total: { type: 'number' },
    paid: { type: 'boolean' },
    lines: { type: 'array', items: { type: 'object' } },
  },
  required: ['issuer', 'date', 'total'],
}
const proposal = {
  issuer: 'Netpresse',
  date: '2026-08-17',
  currency: null,
  pages: 2,
  total: 1989,
  paid: false,
  lines: [{ what: 'Hosting' }],
}
const field = (name: string, confidence: number) => ({
  name,
  label: name,
  value: null,
  confidence,
  threshold: 0.85,
  evidence: [],
  reasons: [],
})

function review(fields: ReturnType<typeof field>[] = [], request: Partial<Parameters<typeof formItems>[0]['request']> = {}) {
  return {
    fields,
    request: {
      countersign: 1 as const,
      kind: 'extraction' as const,
      title: 't',
      reason: '',
      verbs: ['edit' as const],
      proposal,
      schema,
      ...request,
    },
  }
}

test('doubtful fields come first, the least sure one on top, the rest as the schema lists them', () => {
  const items = formItems(review([field('total', 0.6), field('issuer', 0.95), field('date', 0.4)]))
  expect(items.map((item) => item.name)).toEqual(['date', 'total', 'issuer', 'currency', 'pages', 'paid', 'lines'])
  expect(items.filter((item) => item.doubtful)).toHaveLength(2)
})

test('every kind of property gets its control', () => {
  const kinds = Object.fromEntries(formItems(review()).map((item) => [item.name, item.kind]))
  expect(kinds).toEqual({
    issuer: 'text',
    date: 'date',
    currency: 'text',
    pages: 'number',
    total: 'number',
    paid: 'boolean',
    lines: 'json',
  })
  expect(formItems(review()).find((item) => item.name === 'currency')?.options).toEqual(['EUR', 'USD'])
})

test('amounts are shown with two decimals, counts are not', () => {
  const items = formItems(review())
  const shown = (name: string) => items.filter((item) => item.name === name).map((item) => readItem(item))[0]
  expect([shown('total'), shown('pages'), shown('currency'), shown('lines')]).toEqual(['1989.00', '2', 'not found', '1 row'])
  expect(textOf({ decimal: true }, 1.005)).toBe('1.005')
})

test('typing the proposed value again is no change', () => {
  const items = formItems(review())
  expect(applyTyped(items, { total: '1 989,00', issuer: ' Netpresse ' })).toEqual({ value: proposal, changed: [], problems: {} })
})

test('what is typed is put in the place of the proposed value, an emptied field becomes null', () => {
  const { value, changed } = applyTyped(formItems(review()), { total: '1939', issuer: '', paid: 'true' })
  expect(value).toMatchObject({ total: 1939, issuer: null, paid: true, date: '2026-08-17' })
  expect(changed.toSorted()).toEqual(['issuer', 'paid', 'total'])
})

test('text that is no value of its kind says what to write', () => {
  const { problems } = applyTyped(formItems(review()), { total: 'much', date: '31/02/2026', currency: 'euro', paid: 'maybe', lines: '[{' })
  expect(Object.keys(problems).toSorted()).toEqual(['currency', 'date', 'lines', 'paid', 'total'])
  expect(problems.date).toEqual({ key: 'date' })
  expect(problems.currency).toEqual({ key: 'oneOf', values: { options: 'EUR, USD' } })
})

test('what somebody decided is shown as a change of the proposal', () => {
  const items = formItems(review())
  const typed = typedOf(items, { ...proposal, total: 1939 })
  expect(applyTyped(items, typed)).toMatchObject({ changed: ['total'], problems: {} })
})

test('a proposal that is no object is one item, and the edit replaces it as a whole', () => {
  const items = formItems(review([], { proposal: 'Which account?', schema: undefined }))
  expect(items).toHaveLength(1)
  expect(applyTyped(items, { '': 'The first' }).value).toBe('The first')
})

test('a value that misses its schema is told at its field', () => {
  const items = formItems(review())
  const { value } = applyTyped(items, { issuer: '', total: '' })
  const problems = checkSchema(schema, value, items)
  expect(Object.keys(problems).toSorted()).toEqual(['issuer', 'total'])
  expect(problems.issuer).toEqual({ key: 'empty' })
  expect(checkSchema(schema, proposal, items)).toEqual({})
})

test('a schema that cannot be checked here is left to the server', () => {
  const items = formItems(review())
  expect(checkSchema({ $ref: 'https://example.test/elsewhere.json' }, proposal, items)).toEqual({})
})

test('what the machine missed is added by its name and sent with the rest', () => {
  const items = formItems(review(), ['due_date'])
  expect(items.at(-1)).toMatchObject({ name: 'due_date', kind: 'text', proposed: null })
  expect(applyTyped(items, { due_date: '2026-09-17' })).toMatchObject({
    value: { due_date: '2026-09-17', total: 1989 },
    changed: ['due_date'],
  })
})
