import { Counter, Histogram, type Registry } from 'prom-client'

/** Milliseconds between two looks; what a look is late by is how long something held the event loop. */
const STEP = 20
/** Milliseconds from which on people and heartbeats notice. */
const BLOCKED = 50

/**
 * Measures how long the event loop is held, for /metrics: a model or a parser that runs in this process instead of one of its own shows
 * here. Returns what ends it.
 */
export function watchEventLoop(registry: Registry): () => void {
  const delay = new Histogram({
    name: 'countersign_event_loop_delay_seconds',
    help: `How late the event loop comes to a timer of ${STEP} ms`,
    buckets: [0.005, 0.01, 0.025, BLOCKED / 1000, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  })
  const blocked = new Counter({
    name: 'countersign_event_loop_blocked_total',
    help: `Times that the event loop was held for more than ${BLOCKED} ms`,
    registers: [registry],
  })
  let expected = performance.now() + STEP
  const timer = setInterval(() => {
    const now = performance.now()
    const late = Math.max(0, now - expected)
    expected = now + STEP
    delay.observe(late / 1000)
    if (late > BLOCKED) blocked.inc()
  }, STEP).unref()
  return () => clearInterval(timer)
}
