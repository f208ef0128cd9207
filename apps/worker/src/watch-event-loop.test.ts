import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { watchEventLoop } from './watch-event-loop.ts'

function hold(milliseconds: number): void {
  for (const until = performance.now() + milliseconds; performance.now() < until; );
}

test('what holds the event loop for more than 50 ms is counted, once each, and its length is in the histogram', async () => {
  const registry = new Registry()
  const stop = watchEventLoop(registry)
  const metric = async (line: string) =>
    Number(
      (await registry.metrics())
        .split('\n')
        .find((one) => one.startsWith(line))
        ?.split(' ')[1],
    )
  const before = await metric('countersign_event_loop_blocked_total')
  for (const times of [1, 2, 3]) {
    hold(150)
    await expect.poll(() => metric('countersign_event_loop_blocked_total')).toBeGreaterThanOrEqual(before + times)
  }
  stop()
  expect(await metric('countersign_event_loop_delay_seconds_sum')).toBeGreaterThan(0.3)
})
