import { createServer, type Server } from 'node:http'
import type { Relay } from '@countersign/client/relay'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { watchEventLoop } from './watch-event-loop.ts'

/** Serves /healthz and /metrics on loopback: what the process uses, what holds its event loop, what the relay owes. */
export async function serveMetrics({ port, relay }: { port: number; relay: Relay }): Promise<Server> {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const stopWatching = watchEventLoop(registry)
  const owed = new Gauge({ name: 'countersign_outbox_owed', help: 'Messages that no run has acknowledged', registers: [registry] })
  const late = new Gauge({
    name: 'countersign_decided_not_resumed',
    help: 'Decisions that their run has not taken in for 30 s',
    registers: [registry],
  })
  const server = createServer(async (request, response) => {
    if (request.url === '/healthz') return response.end('ok\n')
    if (request.url !== '/metrics') return response.writeHead(404).end()
    const metrics = await relay.metrics()
    owed.set(metrics.owed)
    late.set(metrics.decidedNotResumed)
    response.writeHead(200, { 'content-type': registry.contentType }).end(await registry.metrics())
  })
  server.once('close', stopWatching)
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  return server
}
