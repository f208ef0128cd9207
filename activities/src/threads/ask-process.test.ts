import { readFile } from 'node:fs/promises'
import { afterEach, expect, test } from 'vitest'
import { startProcess } from './ask-process.ts'
import type { Thread } from './thread-reply.ts'

const PATIENCE = 60_000
let started: Thread<string, string>
afterEach(() => started.end())

function start(): Thread<string, string> {
  started = startProcess({ module: new URL('./testing/odd-process.ts', import.meta.url), env: { WHO: 'here' }, memoryMegabytes: 64 })
  return started
}

test('a process answers each request with its own answer, in order', async () => {
  const one = start()
  expect(await Promise.all(['a', 'b'].map((word) => one.ask(word, PATIENCE)))).toEqual(['heard a from here', 'heard b from here'])
})

test('an error in a process keeps its name, and the process goes on', async () => {
  const one = start()
  await expect(one.ask('fail', PATIENCE)).rejects.toMatchObject({ kind: 'RangeError', message: 'out of range' })
  expect(await one.ask('more', PATIENCE)).toBe('heard more from here')
})

test('a process that loops is ended, and says so to who asks again', async () => {
  const one = start()
  await one.ask('ready', PATIENCE)
  await expect(one.ask('loop', 200)).rejects.toMatchObject({ name: 'ThreadTimeout' })
  await expect(one.ask('hello', PATIENCE)).rejects.toMatchObject({ kind: 'ThreadEnded' })
})

test.each(['exit', 'crash'])('a process that ends by itself (%s) rejects what it still owes, and this process lives on', async (how) => {
  await expect(start().ask(how, PATIENCE)).rejects.toMatchObject({ kind: 'ThreadEnded' })
})

test.runIf(process.platform === 'linux')('memory that a process took is there again once it was ended', async () => {
  const one = start()
  const pid = await one.ask('pid', PATIENCE)
  const before = process.memoryUsage().rss
  await one.ask('grow', PATIENCE)
  expect(await residentMegabytes(pid)).toBeGreaterThan(100)
  await one.end()
  await expect(residentMegabytes(pid)).rejects.toThrow('ENOENT')
  expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000)
})

async function residentMegabytes(pid: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1000
}
