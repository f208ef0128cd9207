import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fingerprintSources } from './fingerprint-sources.ts'
import { runToEnd } from './run-to-end.ts'

/** A workspace to build: what it reads, and the folder it leaves. */
export interface Part {
  workspace: string
  sources: readonly string[]
  output: string
}

/** The production builds that the demo runs on. */
export const PARTS = {
  console: {
    workspace: 'apps/console',
    sources: ['apps/console', 'client', 'db/src', 'workflows/contract', 'package-lock.json'],
    output: 'apps/console/.next',
  },
  worker: {
    workspace: 'apps/worker',
    sources: ['apps/worker', 'activities', 'client', 'db/src', 'workflows', 'package-lock.json'],
    output: 'apps/worker/dist',
  },
  command: {
    workspace: 'apps/cli',
    sources: ['apps/cli', 'client', 'db/src', 'workflows/contract', 'package-lock.json'],
    output: 'apps/cli/dist',
  },
} as const satisfies Record<string, Part>

/** What Next.js says when somebody else builds the same folder. */
const BUSY = 'build process is already running'
const LOOK_AGAIN_MS = 1_000

/**
 * Builds a workspace with its own `build` script unless what lies there was made of the present sources; waits where
 * somebody else is building it. The stamp lies inside the output, so removing that is enough to build anew.
 * Answers whether it was built. Throws an error that shows the end of the build's output.
 */
export async function buildPart(root: string, part: Part, signal: AbortSignal): Promise<boolean> {
  const stamp = path.join(root, part.output, 'made-from')
  for (;;) {
    const fingerprint = await fingerprintSources(root, part.sources)
    if ((await readFile(stamp, 'utf8').catch(() => '')) === fingerprint) return false
    try {
      await runToEnd(`The build of ${part.workspace} (npm run build -w ${part.workspace})`, ['npm', 'run', 'build', '--silent'], {
        cwd: path.join(root, part.workspace),
        env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
        signal,
      })
      await writeFile(stamp, fingerprint)
      return true
    } catch (error) {
      if (!(error instanceof Error) || !error.message.includes(BUSY)) throw error
      await sleep(LOOK_AGAIN_MS, undefined, { signal })
    }
  }
}
