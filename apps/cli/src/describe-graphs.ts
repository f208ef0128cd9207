import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { GraphDescription } from '@countersign/client'
import { CommandError } from './command-error.ts'
import { parseGraphs } from './parse-graphs.ts'

const ENTRY = 'apps/worker/src/describe.ts'
/** A worker's code is loaded with its libraries, on a machine that may be busy (milliseconds). */
const PATIENCE = 120_000
const MOST_BYTES = 64 * 1024 * 1024

/** A worker's environment must name servers, though none is asked here: a machine that builds has none. */
const NOWHERE = { DATABASE_URL: 'postgres://127.0.0.1:9/nowhere', TEMPORAL_ADDRESS: '127.0.0.1:9' }

/**
 * What this project's worker would register, said by its own code: nothing is connected. Throws `invalid_input` where the command does not
 * stand inside a project, or the code cannot be loaded.
 */
export async function describeGraphs(env: NodeJS.ProcessEnv): Promise<GraphDescription[]> {
  const root = [process.cwd(), path.dirname(fileURLToPath(import.meta.url))].map(findProject).find((found) => found !== null)
  if (!root) throw new CommandError('invalid_input', `There is no ${ENTRY} here. Name a file that it wrote elsewhere with --graphs.`)
  const run = promisify(execFile)
  const options = { cwd: root, env: { ...NOWHERE, ...env }, timeout: PATIENCE, maxBuffer: MOST_BYTES }
  const { stdout } = await run(process.execPath, ['--import', 'tsx', ENTRY], options).catch((error: Error & { stderr?: string }) => {
    throw new CommandError('invalid_input', `The worker's graphs cannot be loaded: ${reasonOf(error.stderr) ?? error.message}`)
  })
  return await parseGraphs(stdout, `What ${ENTRY} printed`)
}

/** The command may be a bundle or a source: how deep it lies in the project differs. */
function findProject(folder: string): string | null {
  if (existsSync(path.join(folder, ENTRY))) return folder
  const above = path.dirname(folder)
  return above === folder ? null : findProject(above)
}

/** Of a stack trace, the line that says what is wrong. */
function reasonOf(stderr = ''): string | undefined {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '')
  return lines.find((line) => line.includes('Error')) ?? lines.at(-1)
}
