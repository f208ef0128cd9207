import { ERROR_CODES } from '@countersign/workflows/contract'
import { z } from 'zod'
import { DOORS, type Door } from '../permissions.ts'
import { ingestAddressSchema, ingestResultSchema, ingestTextSchema, ingestUploadSchema } from '../schemas/documents.ts'
import { changeEventSchema } from '../schemas/runs.ts'
import { partsOf } from './address.ts'
import { ROUTES } from './match-route.ts'
import { API, type Operation, type Route } from './operation.ts'
import { OPERATIONS } from './operations/index.ts'
import { type Components, createComponents, type JsonSchema } from './schema-components.ts'

const INTRODUCTION = `The review desk over HTTP: everything that the console does.

Send \`Authorization: Bearer <token>\`; make a token with \`countersign tokens create\`. No GET changes anything. A failed call answers
\`{error: {code, message, retryable, details}}\`: \`code\` is stable, \`message\` says what to do. Lists answer \`{items, next}\`; pass
\`next\` as \`after\` to read on.`

const problemSchema = z.object({
  error: z.object({
    code: z.enum(Object.keys(ERROR_CODES)),
    message: z.string(),
    retryable: z.boolean(),
    details: z.record(z.string(), z.unknown()),
  }),
})

/** The API as an OpenAPI document (https://spec.openapis.org/oas/v3.1.1), made from the schemas of the operations. */
export function openApiDocument(): Record<string, unknown> {
  const components = createComponents()
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of ROUTES) {
    const address = API + route.path
    paths[address] = { ...paths[address], [route.method.toLowerCase()]: operationOf(route, components) }
  }
  const problem = { description: 'What happened and what to do.', content: json(components.ofAnswer(problemSchema)) }
  return {
    openapi: '3.1.1',
    info: { title: 'Countersign', version: '0.1.0', description: INTRODUCTION, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/', description: 'The console that serves this document.' }],
    security: [{ token: [] }, { session: [] }],
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      schemas: components.schemas(),
      responses: { Problem: problem },
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'Made with `countersign tokens create`.' },
        session: { type: 'apiKey', in: 'cookie', name: 'countersign.session', description: 'The session of a signed-in browser.' },
      },
    },
  }
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

const json = (schema: JsonSchema) => ({ 'application/json': { schema } })

function operationOf(route: Route & { door: Door }, components: Components): Record<string, unknown> {
  const { door, path } = route
  const common = {
    tags: [path.split('/')[1]],
    description: `Needs the permission "${DOORS[door]}".`,
    'x-permission': DOORS[door],
  }
  const problem = { default: { $ref: '#/components/responses/Problem' } }
  if (door === 'ingest') return { ...common, ...ingestOperation(components, problem) }
  if (door === 'readFile') return { ...common, ...fileOperation(problem) }
  if (door === 'watch') return { ...common, ...streamOperation(components, problem) }
  const operation = OPERATIONS[door]
  return {
    operationId: path === operation.path ? door : `${door}By${partsOf(path).map(capital).join('')}`,
    summary: operation.summary,
    ...common,
    ...requestOf(operation, path, components),
    responses: { ...answerOf(operation, components), ...problem },
  }
}

function answerOf({ output }: Operation, components: Components): Record<string, unknown> {
  if (output instanceof z.ZodVoid) return { 204: { description: 'Done; nothing to say.' } }
  return { 200: { description: 'Done.', content: json(components.ofAnswer(output)) } }
}

const objectSchema = z.looseObject({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  required: z.array(z.string()).default([]),
})

/** What the path takes, and the rest in the query or the body. */
function requestOf({ method, path, otherwise, input }: Operation, at: string, components: Components): Record<string, unknown> {
  const schema = components.ofInput(input)
  const { properties, required, ...rest } = objectSchema.parse(schema)
  const parts = partsOf(at)
  const inPath = parts.map((name) => ({ name, in: 'path', required: true, schema: properties[name] ?? { type: 'string' } }))
  const taken = [...partsOf(path), ...partsOf(otherwise ?? '')]
  const left = Object.entries(properties).filter(([name]) => !taken.includes(name))
  if (method === 'GET' || method === 'DELETE') {
    const inQuery = left.map(([name, one]) => ({ name, in: 'query', required: required.includes(name), schema: one }))
    return { parameters: [...inPath, ...inQuery] }
  }
  const isUnion = left.length === 0 && ('anyOf' in schema || 'oneOf' in schema)
  if (left.length === 0 && !isUnion) return { parameters: inPath }
  const body = isUnion
    ? schema
    : { ...rest, properties: Object.fromEntries(left), required: required.filter((name) => !taken.includes(name)) }
  return { parameters: inPath, requestBody: { required: true, content: json(body) } }
}

function ingestOperation(components: Components, problem: object): Record<string, unknown> {
  const { properties } = objectSchema.parse(components.ofInput(ingestUploadSchema))
  return {
    operationId: 'ingest',
    summary: 'Takes a document in: an address or a text as JSON, or a file as its bytes with its name in the query',
    parameters: Object.entries(properties).map(([name, schema]) => ({
      name,
      in: 'query',
      required: false,
      description: 'For a file.',
      schema,
    })),
    requestBody: {
      required: true,
      content: {
        ...json({ anyOf: [components.ofInput(ingestAddressSchema), components.ofInput(ingestTextSchema)] }),
        'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
      },
    },
    responses: { 200: { description: 'Recorded; the run has begun.', content: json(components.ofAnswer(ingestResultSchema)) }, ...problem },
  }
}

const fileOperation = (problem: object) => ({
  operationId: 'readFile',
  summary: "An original, a page's picture or an evidence crop, by the SHA-256 of its content",
  parameters: [{ name: 'hash', in: 'path', required: true, schema: { type: 'string', pattern: '^[0-9a-f]{64}$' } }],
  responses: {
    200: {
      description: 'The bytes. `x-file-type` says what they are; `content-type` only what a browser may show.',
      headers: { 'x-file-type': { schema: { type: 'string' } } },
      content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
    },
    ...problem,
  },
})

const streamOperation = (components: Components, problem: object) => ({
  operationId: 'watch',
  summary: 'Changes as they are committed, as server-sent events',
  responses: {
    200: {
      description:
        'One event per change; its `data` is a ChangeEvent as JSON. Id `*`: something may have been missed, read again what you show. The stream ends after ten minutes: connect again.',
      content: { 'text/event-stream': { schema: components.ofAnswer(changeEventSchema) } },
    },
    ...problem,
  },
})
