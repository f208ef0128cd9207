import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const outdir = fileURLToPath(new URL('../../dist', import.meta.url))

/** Builds the bench's workers as the product's own is built. */
export async function buildWorker(): Promise<void> {
  const { bundleWorker } = await import('@countersign/worker/bundle-worker')
  const programs = {
    'bench-worker': fileURLToPath(new URL('bench-worker.ts', import.meta.url)),
    'by-hand-worker': fileURLToPath(new URL('by-hand-worker.ts', import.meta.url)),
  }
  await bundleWorker(programs, outdir)
}

/** Starts one of them with the product's flags; answers when it takes work. */
export async function spawnWorker(
  databaseUrl: string,
  temporalAddress: string,
  name: 'bench-worker' | 'by-hand-worker' = 'bench-worker',
): Promise<ChildProcess> {
  const args = ['--max-semi-space-size=4', '--heap-growing-percent=30', `${outdir}/${name}.mjs`, databaseUrl, temporalAddress]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`the worker ended with ${code} before it was ready`)
    }),
  ])
  return child
}
