import { spawn } from 'node:child_process'
import { once } from 'node:events'

const LAST_LINES = 30

/**
 * Runs a program to its end, quietly. Throws an error that begins with `what` and shows the end of what it printed when it
 * fails; an AbortError when `signal` aborts, which kills it.
 */
export async function runToEnd(
  what: string,
  command: readonly [string, ...string[]],
  options: { cwd: string; env: NodeJS.ProcessEnv; signal: AbortSignal },
): Promise<void> {
  const [program, ...args] = command
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  const [code, killedBy] = await once(child, 'close')
  if (code === 0) return
  const end = output.trimEnd().split('\n').slice(-LAST_LINES).join('\n')
  throw new Error(`${what} failed (${killedBy === null ? `exit code ${code}` : `signal ${killedBy}`}):\n${end}`)
}
