import { once } from 'node:events'
import { expect, test, vi } from 'vitest'
import { createRounds } from './create-rounds.ts'

const log = () => ({ info: vi.fn(), warn: vi.fn() })
const failed = { message: 'No luck', pause: 1 }

test('a round that fails is told and followed by the next', async () => {
  const told = log()
  let rounds = 0
  const work = createRounds({
    round: async () => {
      rounds += 1
      if (rounds === 1) throw new Error('broken', { cause: new Error('no disk') })
      return 1
    },
    failed,
    log: told,
  })
  work.start()
  work.start()
  await vi.waitFor(() => expect(rounds).toBeGreaterThan(2))
  await work.stop()
  expect(told.warn.mock.calls).toEqual([[{ why: 'broken: no disk' }, 'No luck']])
})

test('to stop cuts the pause short, waits for the round under way, and can be followed by another start', async () => {
  const held = new EventTarget()
  let rounds = 0
  const work = createRounds({
    round: async () => {
      rounds += 1
      if (rounds === 2) await once(held, 'finish')
      return 1_000_000
    },
    failed,
    log: log(),
  })
  work.start()
  await vi.waitFor(() => expect(rounds).toBe(1))
  await work.stop()
  await work.stop()
  work.start()
  await vi.waitFor(() => expect(rounds).toBe(2))
  const ended = vi.fn()
  const stopping = work.stop().then(ended)
  expect(work.isStopping()).toBe(true)
  expect(ended).not.toHaveBeenCalled()
  held.dispatchEvent(new Event('finish'))
  await stopping
  expect(rounds).toBe(2)
})
