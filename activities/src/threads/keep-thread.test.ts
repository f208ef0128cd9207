import { afterEach, expect, test } from 'vitest'
import { startThread } from './ask-thread.ts'
import { type Kept, keepThread } from './keep-thread.ts'

const PATIENCE = 20_000
let kept: Kept<string, string>
let started = 0
afterEach(() => kept.end())

function keep(options: { idle?: number; isWornOut?: (reply: string) => boolean; isHarmless?: () => boolean } = {}) {
  started = 0
  const start = () => {
    started += 1
    return startThread<string, string>({ module: new URL('./testing/odd-thread.ts', import.meta.url), data: {}, memoryMegabytes: 64 })
  }
  kept = keepThread({ start, idle: PATIENCE, ...options })
  return (word: string, signal?: AbortSignal) => kept.ask(() => word, PATIENCE, signal)
}

test('it is started once for all that ask, and they take turns', async () => {
  const ask = keep()
  expect(kept.isRunning()).toBe(false)
  expect(await Promise.all(['a', 'b', 'c'].map((word) => ask(word)))).toEqual(['heard a', 'heard b', 'heard c'])
  expect(started).toBe(1)
})

test('it is ended when nobody has asked for a while', async () => {
  const ask = keep({ idle: 1 })
  await ask('a')
  await expect.poll(() => kept.isRunning()).toBe(false)
})

test('an error ends it, unless the error is of the question alone', async () => {
  let harmless = true
  const ask = keep({ isHarmless: () => harmless })
  await expect(ask('fail')).rejects.toMatchObject({ kind: 'RangeError' })
  expect(kept.isRunning()).toBe(true)
  harmless = false
  await expect(ask('fail')).rejects.toMatchObject({ kind: 'RangeError' })
  expect([await ask('again'), started]).toEqual(['heard again', 2])
})

test('one that has grown too large is replaced for the next question', async () => {
  const ask = keep({ isWornOut: (reply) => reply === 'heard large' })
  expect([await ask('large'), await ask('small'), started]).toEqual(['heard large', 'heard small', 2])
})

test('a question that was given up before its turn is not asked', async () => {
  const ask = keep()
  const controller = new AbortController()
  const [first, second] = [ask('a'), ask('b', controller.signal)]
  controller.abort()
  await expect(second).rejects.toMatchObject({ name: 'AbortError' })
  expect(await first).toBe('heard a')
})
