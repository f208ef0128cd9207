import { afterEach, expect, test } from 'vitest'
import { startProcess } from './ask-process.ts'
import { type Kept, keepThread } from './keep-thread.ts'
import { limitMemory } from './memory-room.ts'

const PATIENCE = 60_000
const kept: Kept<string, string>[] = []
afterEach(async () => {
  limitMemory(Number.POSITIVE_INFINITY)
  await Promise.all(kept.splice(0).map((one) => one.end()))
})

function keep(who: string): Kept<string, string> {
  const module = new URL('./testing/odd-process.ts', import.meta.url)
  const one = keepThread<string, string>({ start: () => startProcess({ module, env: { WHO: who }, memoryMegabytes: 64 }), idle: PATIENCE })
  kept.push(one)
  return one
}
const ask = (one: Kept<string, string>, word: string) => one.ask(() => word, PATIENCE)

test.runIf(process.platform === 'linux')(
  'a process that only waits gives way where memory is short, and comes back when it is asked',
  async () => {
    const [first, second] = [keep('first'), keep('second')]
    await ask(first, 'hello')
    await ask(second, 'hello')
    expect([first.isRunning(), second.isRunning()]).toEqual([true, true])
    limitMemory(1)
    expect(await ask(second, 'more')).toBe('heard more from second')
    expect(first.isRunning()).toBe(false)
    expect(await ask(first, 'again')).toBe('heard again from first')
  },
)

test('what is at work is never ended, however short memory is', async () => {
  limitMemory(1)
  const [first, second] = [keep('first'), keep('second')]
  const answers = await Promise.all([ask(first, 'a'), ask(second, 'b'), ask(first, 'c')])
  expect(answers).toEqual(['heard a from first', 'heard b from second', 'heard c from first'])
})
