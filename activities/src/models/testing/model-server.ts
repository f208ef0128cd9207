import { createServer, type ServerResponse } from 'node:http'
import { z } from 'zod'

/** Parts (words and pictures) as the JSON they came in. */
const content = z.union([z.string(), z.array(z.unknown()).transform((parts) => JSON.stringify(parts))])
const requestSchema = z.looseObject({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content })).default([]),
  input: z.array(z.string()).default([]),
  form: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  response_format: z.looseObject({ json_schema: z.looseObject({ schema: z.record(z.string(), z.unknown()) }) }).optional(),
})
/** `path`: what was asked of the server, behind `/v1`. `form`: its fields, a file as its length. */
export type ModelRequest = z.infer<typeof requestSchema> & { path: string }

/** Answers one request: a status with a body, or nothing at all (then the client's patience decides). */
export type Reply = { status: number; body: unknown } | 'silence'

export const chatReply = (content: string, finish = 'stop'): Reply => ({
  status: 200,
  body: {
    id: 'c1',
    object: 'chat.completion',
    created: 0,
    model: 'm',
    choices: [{ index: 0, finish_reason: finish, message: { role: 'assistant', content, refusal: null } }],
  },
})
export const embeddingReply = (vectors: number[][]): Reply => ({
  status: 200,
  body: { object: 'list', model: 'm', data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })).reverse() },
})
export const errorReply = (status: number, message: string): Reply => ({ status, body: { error: { message, type: 'error', code: null } } })

/** A server that speaks OpenAI's protocol over a real socket and answers as the test says; keeps what it was asked. */
export async function startModelServer(answer: (request: ModelRequest) => Reply) {
  const seen: ModelRequest[] = []
  const server = createServer(async (incoming, response) => {
    const parts: Buffer[] = []
    for await (const part of incoming) parts.push(Buffer.from(part))
    const body = await readBody(Buffer.concat(parts), incoming.headers['content-type'] ?? '')
    const request = { ...requestSchema.parse(body), path: (incoming.url ?? '').replace(/^\/v1/, '') }
    seen.push(request)
    send(response, answer(request))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The test server has no port.')
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    seen,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function readBody(bytes: Buffer, type: string): Promise<unknown> {
  if (!type.startsWith('multipart/form-data')) return JSON.parse(bytes.toString('utf8'))
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData()
  const fields = Object.fromEntries([...form].map(([name, value]) => [name, typeof value === 'string' ? value : value.size]))
  return { model: fields.model, form: fields }
}

function send(response: ServerResponse, reply: Reply): void {
  if (reply === 'silence') return
  response.writeHead(reply.status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(reply.body))
}
