import { expect, test } from 'vitest'
import { startThread } from './ask-thread.ts'

const start = () =>
  startThread<string, string>({ module: new URL('./testing/odd-thread.ts', import.meta.url), data: {}, memoryMegabytes: 64 })
const PATIENCE = 20_000

test('a thread answers each request with its own answer, in order', async () => {
  const thread = start()
  expect(await Promise.all(['a', 'b', 'c'].map((word) => thread.ask(word, PATIENCE)))).toEqual(['heard a', 'heard b', 'heard c'])
  await thread.end()
})

test('an error in a thread keeps its name, and the thread goes on', async () => {
  const thread = start()
  await expect(thread.ask('fail', PATIENCE)).rejects.toMatchObject({ kind: 'RangeError', message: 'out of range' })
  expect(await thread.ask('more', PATIENCE)).toBe('heard more')
  await thread.end()
})

test('a thread that loops is ended, and says so to who asks again', async () => {
  const thread = start()
  expect(await thread.ask('ready', PATIENCE)).toBe('heard ready')
  await expect(thread.ask('loop', 200)).rejects.toMatchObject({ name: 'ThreadTimeout' })
  await expect(thread.ask('hello', PATIENCE)).rejects.toMatchObject({ kind: 'ThreadEnded' })
})

test('a thread that dies rejects what it still owes', async () => {
  const thread = start()
  await expect(thread.ask('exit', PATIENCE)).rejects.toMatchObject({ kind: 'ThreadEnded' })
})
