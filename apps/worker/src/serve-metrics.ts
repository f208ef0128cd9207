import { createServer, type Server } from 'node:http'
import type { Relay, Watchdog } from '@countersign/client/relay'
import { stallReasonSchema } from '@countersign/workflows/contract'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { watchEventLoop } from './watch-event-loop.ts'

interface Sources {
  relay: Pick<Relay, 'metrics'>
  watchdog: Pick<Watchdog, 'metrics'>
}

/** Serves /healthz and /metrics on loopback: what the process uses, what holds its event loop, what the relay owes, what stands still. */
export async function serveMetrics({ port, relay, watchdog }: Sources & { port: number }): Promise<Server> {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const stopWatching = watchEventLoop(registry)
  const owed = new Gauge({ name: 'countersign_outbox_owed', help: 'Messages that no run has acknowledged', registers: [registry] })
  const late = new Gauge({
    name: 'countersign_decided_not_resumed',
    help: 'Decisions that their run has not taken in for 30 s',
    registers: [registry],
  })
  const setStalls = stallGauges(registry)
  const server = createServer(async (request, response) => {
    if (request.url === '/healthz') return response.end('ok\n')
    if (request.url !== '/metrics') return response.writeHead(404).end()
    const metrics = await relay.metrics()
    owed.set(metrics.owed)
    late.set(metrics.decidedNotResumed)
    await setStalls(watchdog)
    response.writeHead(200, { 'content-type': registry.contentType }).end(await registry.metrics())
  })
  server.once('close', stopWatching)
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  return server
}

/** What the watchdog says, as gauges: a reason that nothing stands still for is 0, not missing. */
function stallGauges(registry: Registry): (watchdog: Sources['watchdog']) => Promise<void> {
  const registers = [registry]
  const stalled = new Gauge({
    name: 'countersign_stalled_runs',
    help: 'Runs that nothing moves, by reason',
    labelNames: ['reason'],
    registers,
  })
  const workers = new Gauge({ name: 'countersign_workers', help: 'Worker processes that were heard of lately', registers })
  const recovered = new Gauge({
    name: 'countersign_recovered_runs',
    help: 'Runs that Temporal had lost and this worker started again',
    registers,
  })
  return async (watchdog) => {
    const metrics = await watchdog.metrics()
    for (const reason of stallReasonSchema.options) stalled.set({ reason }, metrics.stalls[reason] ?? 0)
    workers.set(metrics.workers)
    recovered.set(metrics.recovered)
  }
}
