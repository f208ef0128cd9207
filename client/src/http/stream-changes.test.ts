import { once } from 'node:events'
import { expect, test } from 'vitest'
import type { ChangeEvent } from '../types.ts'
import { streamChanges } from './stream-changes.ts'

const change: ChangeEvent = { kind: 'review', id: 'rv_1', run: 'r_1' }

/** A source of changes that says whether it was let go. */
function source(changes: ChangeEvent[]) {
  const state = { ended: false }
  return {
    state,
    async *watch(signal: AbortSignal): AsyncGenerator<ChangeEvent> {
      yield* changes
      if (!signal.aborted) await once(signal, 'abort')
      state.ended = true
    },
  }
}

test('every change is one event, after the time to wait before connecting again', async () => {
  const reader = streamChanges(source([change]), new AbortController().signal).getReader()
  const next = async () => new TextDecoder().decode((await reader.read()).value)
  expect(await next()).toBe('retry: 2000\n\n')
  expect(await next()).toBe(`data: ${JSON.stringify(change)}\n\n`)
  await reader.cancel()
})

test('the source is let go when the browser goes away', async () => {
  const watched = source([])
  const reader = streamChanges(watched, new AbortController().signal).getReader()
  await reader.read()
  await reader.cancel()
  await expect.poll(() => watched.state.ended).toBe(true)
})

test('the source is let go and the stream ends when the request is aborted or the server stops', async () => {
  const watched = source([])
  const closed = new AbortController()
  const reader = streamChanges(watched, closed.signal).getReader()
  await reader.read()
  closed.abort()
  expect((await reader.read()).done).toBe(true)
  expect(watched.state.ended).toBe(true)
})

test('a source that fails ends the stream, so that the browser connects again', async () => {
  const failing = {
    async *watch(): AsyncGenerator<ChangeEvent> {
      yield change
      throw new Error('connection lost')
    },
  }
  const reader = streamChanges(failing, new AbortController().signal).getReader()
  await reader.read()
  await reader.read()
  expect((await reader.read()).done).toBe(true)
})
