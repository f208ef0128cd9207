import { spawn } from 'node:child_process'
import { once } from 'node:events'

const LAST_LINES = 30
const TELLING_LINES = 12

/**
 * Runs a program to its end, quietly. Throws an error that begins with `what` and shows what it printed about its failure;
 * an AbortError when `signal` aborts, which kills it.
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
  throw new Error(`${what} failed (${killedBy === null ? `exit code ${code}` : `signal ${killedBy}`}):\n${tellingLines(output)}`)
}

/** Builds print pages of warnings after the one line that matters. */
function tellingLines(output: string): string {
  const lines = output.trimEnd().split('\n')
  const telling = lines.filter((line) => /error|failed|already running/i.test(line))
  return (telling.length > 0 ? telling.slice(0, TELLING_LINES) : lines.slice(-LAST_LINES)).join('\n')
}
