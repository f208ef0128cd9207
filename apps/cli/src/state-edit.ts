import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import type { CheckpointState, CountersignClient, PatchOperation, StateEdit } from '@countersign/client'
import type { Command } from 'commander'
import { CommandError } from './command-error.ts'
import { applySettings, type Json } from './edit-proposal.ts'
import { collect } from './parse-options.ts'
import type { CliContext } from './session.ts'

export interface EditOptions {
  set?: string[]
  patch?: string
  asNode?: string
}

/** Gives a command the options that change a state. */
export function addEditOptions(command: Command): Command {
  return command
    .option('--set <key=json>', 'change one key of the state, or a place inside it (lines.0.amount=12); can be repeated', collect)
    .option('--patch <file>', 'a JSON Patch (RFC 6902) of the state; - reads it from the standard input')
    .option('--as-node <node>', 'as if this node had written it: its edges say what runs next')
}

/** The state that a change starts from: a run's own, or that of one of its subgraphs. */
export interface EditBase {
  /** Says which keys are texts. */
  schema(): Promise<Record<string, unknown>>
  /** Read only where a change reaches inside a key: a state may be large. */
  read(): Promise<CheckpointState>
}

export function editBaseOf(client: CountersignClient, run: string, at: { checkpoint?: string; namespace?: string } = {}): EditBase {
  return {
    schema: async () => (at.namespace ? {} : (await client.getRun(run)).stateSchema),
    read: () => client.getState(run, at.checkpoint, at.namespace),
  }
}

/**
 * The change that the options ask for; undefined where they ask for none. Throws `invalid_input` for one that cannot be meant.
 * Without a `base` (many runs at once) only whole keys can be set.
 */
export async function readEdit(
  { stdin }: Pick<CliContext, 'stdin'>,
  { set = [], patch, asNode }: EditOptions,
  base: EditBase | null,
): Promise<StateEdit | undefined> {
  if (set.length > 0 && patch !== undefined) throw new CommandError('invalid_input', 'Give --set or --patch, not both.')
  if (patch !== undefined) return { patch: await readPatch(stdin, patch), ...(asNode !== undefined && { asNode }) }
  if (set.length === 0) {
    if (asNode !== undefined) throw new CommandError('invalid_input', '--as-node needs a change: give --set or --patch.')
    return undefined
  }
  return { values: await valuesOf(set, base), ...(asNode !== undefined && { asNode }) }
}

async function valuesOf(settings: readonly string[], base: EditBase | null): Promise<NonNullable<StateEdit['values']>> {
  const inside = settings.find((setting) => keyOf(setting) !== pathOf(setting))
  if (inside !== undefined && base === null) {
    throw new CommandError('invalid_input', `--set ${inside}: of many runs only whole keys can be set. Use --patch to reach inside.`)
  }
  const keys = [...new Set(settings.map(keyOf))]
  const before = inside === undefined || base === null ? {} : jsonOf((await base.read()).values, keys)
  const values = applySettings(before, settings, await base?.schema())
  if (typeof values !== 'object' || values === null || Array.isArray(values))
    throw new CommandError('invalid_input', '--set needs key=json.')
  return values
}

const pathOf = (setting: string): string => setting.slice(0, Math.max(0, setting.indexOf('=')))
const keyOf = (setting: string): string => pathOf(setting).split('.')[0] ?? ''

/** The named keys of a state, as JSON. */
function jsonOf(values: Record<string, unknown>, keys: readonly string[]): { [key: string]: Json } {
  const named = keys.filter((key) => Object.hasOwn(values, key)).map((key) => [key, values[key]])
  return JSON.parse(JSON.stringify(Object.fromEntries(named)))
}

async function readPatch(stdin: CliContext['stdin'], file: string): Promise<PatchOperation[]> {
  const given = parseJson(
    file === '-' ? await text(stdin) : await readFile(file, 'utf8').catch((error: Error) => fail(file, error.message)),
    file,
  )
  const [{ patchOperationSchema }, { z }] = await Promise.all([import('@countersign/client/contract'), import('zod')])
  const parsed = z.array(patchOperationSchema).safeParse(given)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  return fail(file, `it is no JSON Patch: ${issue?.path.join('.')} ${issue?.message}`)
}

function parseJson(source: string, file: string): unknown {
  try {
    return JSON.parse(source)
  } catch (error) {
    return fail(file, `it is not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function fail(file: string, why: string): never {
  throw new CommandError('invalid_input', `--patch ${file}: ${why}`)
}
