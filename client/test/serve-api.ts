import { once } from 'node:events'
import http from 'node:http'
import { Readable } from 'node:stream'
import { ROLES, type Role } from '@countersign/workflows/contract'
import { matchRoute } from '../src/http/match-route.ts'
import { handle } from '../src/http/server.ts'
import type { Door } from '../src/permissions.ts'
import type { CountersignClient } from '../src/types.ts'

export interface ServedApi {
  url: string
  /** The doors that were asked for, whatever they answered. */
  asked: Set<Door>
  close(): Promise<void>
}

/** A bearer that stands for a person in this test: `name` with all roles, or `name:role,role`. */
const actorOf = (bearer: string, tenant: string) => {
  const [user = '', roles] = bearer.split(':')
  return { tenant, user, roles: roles === undefined ? ROLES : ROLES.filter((role: Role) => roles.split(',').includes(role)) }
}

/** The API behind a plain HTTP server, for clients whose token is the name of the person. */
export async function serveApi(client: CountersignClient, settings: { maxBytes?: number } = {}): Promise<ServedApi> {
  const closed = new AbortController()
  const asked = new Set<Door>()
  const server = http.createServer(async (incoming, outgoing) => {
    const gone = new AbortController()
    outgoing.once('close', () => gone.abort())
    const bearer = incoming.headers.authorization?.replace(/^Bearer /, '') ?? ''
    note(asked, incoming)
    const response = await handle(client.as(actorOf(bearer, client.tenant)), requestOf(incoming, gone.signal), {
      maxBytes: settings.maxBytes ?? 1_000_000,
      closed: closed.signal,
      report: (error) => {
        throw error
      },
    })
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    if (response.body) Readable.from(response.body).pipe(outgoing)
    else outgoing.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port is free.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    async close() {
      closed.abort()
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function note(asked: Set<Door>, { method = '', url = '' }: http.IncomingMessage): void {
  const match = matchRoute(method, new URL(url, 'http://any.test').pathname)
  if ('door' in match) asked.add(match.door)
}

function requestOf(incoming: http.IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) if (value !== undefined) headers.set(name, [value].flat().join(', '))
  const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD'
  const body = hasBody ? Readable.from(incoming) : undefined
  return new Request(`http://${incoming.headers.host}${incoming.url}`, {
    method: incoming.method,
    headers,
    signal,
    ...(body && { body: ReadableStream.from(body), duplex: 'half' }),
  })
}
