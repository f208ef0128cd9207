import { expect, test } from 'vitest'
import { serveMetrics } from './serve-metrics.ts'

test('the metrics of a worker tell how many runs stand still for each reason, and say 0 where none does', async () => {
  const server = await serveMetrics({
    port: 0,
    relay: { metrics: async () => ({ owed: 3, decidedNotResumed: 1, delivered: 0, failed: 0 }) },
    watchdog: { metrics: async () => ({ stalls: { no_worker: 2 }, workers: 4, recovered: 5 }) },
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  server.close()
  const lines = text.split('\n')
  for (const line of [
    'countersign_stalled_runs{reason="no_worker"} 2',
    'countersign_stalled_runs{reason="heartbeat_lost"} 0',
    'countersign_workers 4',
    'countersign_recovered_runs 5',
    'countersign_outbox_owed 3',
    'countersign_decided_not_resumed 1',
  ]) {
    expect(lines).toContain(line)
  }
})
