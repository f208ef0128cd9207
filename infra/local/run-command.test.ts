import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { identify, isAlive, waitUntil } from './process-identity.mjs'

const LIBRARY = fileURLToPath(new URL('./run-command.mjs', import.meta.url))

/** A process that runs `script` as its foreground command and ends with that command's exit code. */
function foreground(script: string) {
  const program = `import { runCommand } from ${JSON.stringify(LIBRARY)}
    process.exitCode = await runCommand(process.execPath, ['-e', ${JSON.stringify(script)}], { cwd: '/', sameKeystrokeMs: 200 })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  const ended = once(child, 'exit').then(([code]) => Number(code))
  const printed = (text: string) => waitUntil(() => output.includes(text), 10_000)
  return { child, ended, printed, output: () => output }
}

const COUNTS_INTERRUPTS = `
  let count = 0
  process.on('SIGINT', () => console.log('interrupt ' + ++count))
  setInterval(() => undefined, 1000)
  console.log('process ' + process.pid + ' ready')`

describe('a command in the foreground', () => {
  it('passes its exit code on', async () => {
    expect(await foreground('process.exit(7)').ended).toBe(7)
  })

  it('is asked to stop by the first Ctrl-C and waited for', async () => {
    const { child, ended, printed } = foreground(
      "process.on('SIGINT', () => { console.log('saved'); process.exit(3) }); setInterval(() => undefined, 1000); console.log('ready')",
    )
    expect(await printed('ready')).toBe(true)
    child.kill('SIGINT')
    expect(await ended).toBe(3)
    expect(await printed('saved')).toBe(true)
  })

  it('is ended with its children by the second Ctrl-C, but not by the echo of the first', async () => {
    const { child, ended, printed, output } = foreground(COUNTS_INTERRUPTS)
    expect(await printed('ready')).toBe(true)
    const command = identify(Number(/process (\d+)/.exec(output())?.[1]))
    child.kill('SIGINT')
    child.kill('SIGINT')
    expect(await printed('interrupt 1')).toBe(true)
    expect(isAlive(command)).toBe(true)
    const asked = Date.now()
    expect(await waitUntil(() => Date.now() - asked > 300, 1000)).toBe(true)
    child.kill('SIGINT')
    expect(await ended).toBe(137)
    expect(output()).not.toContain('interrupt 2')
    expect(isAlive(command)).toBe(false)
  })

  it('is asked to stop when the terminal closes', async () => {
    const { child, ended, printed } = foreground("setInterval(() => undefined, 1000); console.log('ready')")
    expect(await printed('ready')).toBe(true)
    child.kill('SIGHUP')
    expect(await ended).toBe(143)
  })
})
