import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { StateEdit } from '@countersign/client'
import { CommandError } from './command-error.ts'
import type { CliContext } from './session.ts'

type Values = NonNullable<StateEdit['values']>

/**
 * Opens a state as JSON in the editor of VISUAL or EDITOR and answers the keys that were changed there; none where nothing was.
 * Throws `invalid_input` without an editor or a terminal, for what is no JSON object, and for a key that was taken away.
 */
export async function editInEditor({ env, stdin }: Pick<CliContext, 'env' | 'stdin'>, values: Record<string, unknown>): Promise<Values> {
  const editor = env.VISUAL?.trim() || env.EDITOR?.trim()
  if (!editor || !stdin.isTTY) {
    throw new CommandError('invalid_input', 'There is nothing to change. Give --set or --patch, or set EDITOR and run it on a terminal.')
  }
  // Nobody else may read a run's state.
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-edit-'))
  try {
    const file = path.join(folder, 'state.json')
    const before = JSON.stringify(values, null, 2)
    await writeFile(file, `${before}\n`, { mode: 0o600 })
    await open(editor, file)
    return changedKeys(JSON.parse(before), parse(await readFile(file, 'utf8')))
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The editor may carry options (`code --wait`), so a shell reads it; the file comes as an argument of that. */
async function open(editor: string, file: string): Promise<void> {
  const child = spawn('sh', ['-c', `${editor} "$1"`, 'sh', file], { stdio: 'inherit' })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new CommandError('invalid_input', `The editor ended with ${code}, so nothing was changed.`)
}

function parse(text: string): Values {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new CommandError('invalid_input', `What was written is not JSON: ${error instanceof Error ? error.message : String(error)}.`)
  }
  if (isObject(value)) return value
  throw new CommandError('invalid_input', 'What was written is not an object of keys and values.')
}

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value)

function changedKeys(before: Values, after: Values): Values {
  const gone = Object.keys(before).find((key) => !Object.hasOwn(after, key))
  if (gone !== undefined) throw new CommandError('invalid_input', `A key cannot be taken away: write null for “${gone}”.`)
  return Object.fromEntries(Object.entries(after).filter(([key, value]) => !isDeepStrictEqual(value, before[key])))
}
