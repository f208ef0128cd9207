import { readFile } from 'node:fs/promises'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { DOORS } from '../permissions.ts'
import { openApiDocument } from './server.ts'

const operationSchema = z.looseObject({
  operationId: z.string(),
  summary: z.string(),
  'x-permission': z.string(),
  responses: z.looseObject({}),
})
const documentSchema = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), operationSchema)) })

const document = openApiDocument()
const operations = Object.entries(documentSchema.parse(document).paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
)

test('the document is valid OpenAPI 3.1, and every reference in it leads somewhere', async () => {
  const validator = new Validator()
  const result = await validator.validate(structuredClone(document))
  expect(result).toMatchObject({ valid: true })
  expect(validator.version).toBe('3.1')
  const text = JSON.stringify(document)
  for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    expect(document).toHaveProperty(['components', 'schemas', name])
  }
  expect(text).not.toContain('$defs')
  expect(text).not.toContain('__schema')
})

test('every door has an operation that names the permission it asks', () => {
  const doors = new Map(operations.map((operation) => [operation.operationId, operation['x-permission']]))
  expect(Object.fromEntries(Object.keys(DOORS).map((door) => [door, doors.get(door)]))).toEqual(DOORS)
})

test('no two operations share an id, and no GET is a door that changes something', () => {
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
  const reads = operations.filter(({ method }) => method === 'get').map(({ operationId }) => operationId)
  for (const id of reads) expect(id).toMatch(/^(me|list|get|count|neighbours|read|search|health|watch|export|compare|diff|plan)/)
})

test('a decision asks for a ticket or, where the server takes that, the hash of what was shown', () => {
  const body = ['paths', '/api/v1/reviews/{review}/decision', 'post', 'requestBody', 'content', 'application/json', 'schema']
  expect(document).toHaveProperty([...body, 'anyOf'], [{ required: ['ticket'] }, { required: ['shownHash'] }])
  expect(document).toHaveProperty([...body, 'properties', 'ticket', 'description'], expect.stringContaining('takes no decision without it'))
})

test('docs/openapi.json is current: npm run docs:openapi writes it', async () => {
  const committed: unknown = JSON.parse(await readFile('docs/openapi.json', 'utf8'))
  expect(committed).toEqual(JSON.parse(JSON.stringify(document)))
})
