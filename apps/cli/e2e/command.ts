import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const COMMAND = fileURLToPath(new URL('../bin/countersign.mjs', import.meta.url))

export interface CommandResult {
  code: number | null
  stdout: string
  stderr: string
  /** stdout as JSON, one value per line. */
  json: unknown[]
}

/** Runs the command as a process, the way a person or a script does. */
export function createCommand(env: NodeJS.ProcessEnv) {
  const start = (...args: string[]): { child: ChildProcess; result: Promise<CommandResult> } => {
    const child = spawn(process.execPath, [COMMAND, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    return { child, result: resultOf(child) }
  }
  return { start, run: (...args: string[]) => start(...args).result }
}

async function resultOf(child: ChildProcess): Promise<CommandResult> {
  const written = { stdout: '', stderr: '' }
  for (const channel of ['stdout', 'stderr'] as const) {
    child[channel]?.setEncoding('utf8').on('data', (text: string) => {
      written[channel] += text
    })
  }
  await once(child, 'close')
  return {
    code: child.exitCode,
    ...written,
    get json() {
      return written.stdout
        .split('\n')
        .filter((line) => line !== '')
        .map((line): unknown => JSON.parse(line))
    },
  }
}
