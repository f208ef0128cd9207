import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildPart, PARTS } from '../../cli/src/demo/build-part.ts'
import { type Scene, TENANT } from './scene.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

export interface RunningConsole {
  url: string
  stop(): Promise<void>
}

const BUILD_MS = 240_000
const START_MS = 30_000
/** Nothing listens there: the console works without Temporal, but for searching. */
const NOBODY = '127.0.0.1:9'

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No port is free.')
  return address.port
}

async function untilHealthy(url: string, output: () => string): Promise<void> {
  const deadline = Date.now() + START_MS
  for (;;) {
    const response = await fetch(`${url}/api/health`).catch(() => null)
    if (response?.ok) return
    if (Date.now() > deadline) throw new Error(`The console did not start: ${(await response?.text()) ?? 'no answer'}\n${output()}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Starts the console's production build on the scene's database, as the given person; `env` says how people sign in instead. */
export async function startConsole(
  scene: Pick<Scene, 'databaseUrl' | 'blobs'>,
  user: string,
  env: Record<string, string> = { COUNTERSIGN_SIGN_IN: 'environment' },
): Promise<RunningConsole> {
  await buildPart(ROOT, PARTS.console, AbortSignal.timeout(BUILD_MS))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const next = path.join(ROOT, 'node_modules', 'next', 'dist', 'bin', 'next')
  const server = spawn(process.execPath, [next, 'start', '-H', '127.0.0.1', '-p', String(port)], {
    cwd: path.join(ROOT, PARTS.console.workspace),
    env: {
      ...process.env,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      DATABASE_URL: scene.databaseUrl,
      TEMPORAL_ADDRESS: NOBODY,
      COUNTERSIGN_TENANT: TENANT,
      COUNTERSIGN_USER: user,
      COUNTERSIGN_BLOBS: scene.blobs,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-20_000)
  }
  server.stdout.on('data', keep)
  server.stderr.on('data', keep)
  const ended = once(server, 'exit')
  const stop = async () => {
    server.kill('SIGTERM')
    const force = setTimeout(() => server.kill('SIGKILL'), 5_000)
    await ended
    clearTimeout(force)
  }
  try {
    await untilHealthy(url, () => output)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, stop }
}
