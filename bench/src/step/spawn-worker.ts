import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Starts the bench's worker process; answers when it takes work. */
export async function spawnWorker(databaseUrl: string, temporalAddress: string): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('bench-worker.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script, databaseUrl, temporalAddress], { stdio: ['ignore', 'pipe', 'inherit'] })
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`the worker ended with ${code} before it was ready`)
    }),
  ])
  return child
}
