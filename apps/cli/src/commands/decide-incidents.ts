import { readFile } from 'node:fs/promises'
import type { BatchInput, CountersignClient, ReviewFilter } from '@countersign/client'
import { type Command, Option } from 'commander'
import { CommandError } from '../command-error.ts'
import { applySettings, readValue } from '../edit-proposal.ts'
import type { ExitCode } from '../exit-codes.ts'
import { collect } from '../parse-options.ts'
import { examples, type Registrar } from '../registrar.ts'
import { decideBatch } from '../run-batch.ts'
import type { Session } from '../session.ts'

type Verb = 'retry' | 'edit' | 'skip' | 'abort'

interface Options {
  graph?: string
  node?: string
  code?: string
  group?: string
  all?: boolean
  withoutOdd?: boolean
  reason?: string
  yes?: boolean
  set?: string[]
  value?: string
  to?: string
}

const WORDS: Record<Verb, { does: string; examples: string[] }> = {
  retry: {
    does: 'let parked runs try again the node that stopped them',
    examples: ['countersign incidents retry --graph ingest --code unavailable', 'countersign incidents retry --all --yes'],
  },
  edit: {
    does: 'change keys of the state of parked runs, and let them try again',
    examples: ['countersign incidents edit --graph ingest --node embed --set model=\'"small"\' --reason "the large one is gone"'],
  },
  skip: {
    does: 'let parked runs go on with another node',
    examples: ['countersign incidents skip --graph ingest --node enrich --to index --reason "not needed"'],
  },
  abort: {
    does: 'end parked runs; their states and histories stay',
    examples: ['countersign incidents abort --graph ingest --code unreadable_file --reason "the upload was broken"'],
  },
}

/** `countersign incidents retry|edit|skip|abort` */
export function addIncidentsDecide(parent: Command, registrar: Registrar): void {
  for (const verb of ['retry', 'edit', 'skip', 'abort'] as const) addVerb(parent, registrar, verb)
}

function addVerb(parent: Command, { action }: Registrar, verb: Verb): void {
  const command = parent
    .command(verb)
    .description(`${WORDS[verb].does}; shows which stand out, and asks`)
    .option('--graph <name>', 'only runs of this graph')
    .option('--node <node>', 'only what stopped at this node')
    .option('--code <code>', 'only what stopped with this error')
    .option('--group <id>', 'one group of `incidents list --json`')
    .option('--all', 'every parked run')
    .option('--without-odd', 'leave out those that stand out')
    .option('--reason <text>', 'why')
  if (verb === 'skip') command.addOption(new Option('--to <node>', 'the node to go on with').makeOptionMandatory())
  if (verb === 'edit') {
    command
      .option('--set <key=json>', 'change one key of each state; can be repeated', collect)
      .option('--value <json>', 'the new values by key; JSON, or @file')
  }
  command.option('--yes', 'do not ask').addHelpText('after', examples(...WORDS[verb].examples))
  command.action(action(command, (session, options: Options) => decideGroup(session, verb, options)))
}

async function decideGroup(session: Session, verb: Verb, options: Options): Promise<ExitCode> {
  const { reason, to: node } = options
  const filter = filterOf(options)
  const value = verb === 'edit' ? await newValues(options) : undefined
  await checkKnown(await session.client(), options)
  const input: BatchInput = { verb, reason, value, node, filter }
  return await decideBatch(session, input, options)
}

function filterOf({ graph, node, code, group, all }: Options): Omit<ReviewFilter, 'after' | 'limit' | 'status'> {
  const given = Object.fromEntries(Object.entries({ graph, node, code, group }).filter(([, value]) => value !== undefined))
  if (Object.keys(given).length > 0 === (all === true)) {
    throw new CommandError('invalid_input', 'Select parked runs with --graph, --node, --code or --group, or take every one with --all.')
  }
  return { kind: 'incident', ...given }
}

/** A misspelt name is told before anything is asked. */
async function checkKnown(client: CountersignClient, { graph, node, code, group }: Options): Promise<void> {
  const groups = await client.listIncidentGroups()
  const fits = groups.some(
    (one) =>
      (graph ?? one.graph) === one.graph &&
      (node ?? one.node) === one.node &&
      (code ?? one.code) === one.code &&
      (group ?? one.group) === one.group,
  )
  if (fits) return
  const known = groups.map((one) => `${one.graph} ${one.node} ${one.code} (${one.count})`).join(', ') || 'none'
  throw new CommandError('not_found', `No parked run fits. Stopped at: ${known}. See them with: countersign incidents list`)
}

async function newValues({ set = [], value }: Options): Promise<BatchInput['value']> {
  const given = value === undefined ? {} : await readValue(value, (path) => readFile(path, 'utf8'))
  if (set.length === 0 && value === undefined) throw new CommandError('invalid_input', 'Say what to change with --set or --value.')
  const inside = set.find((setting) => setting.slice(0, setting.indexOf('=')).includes('.'))
  if (inside !== undefined) throw new CommandError('invalid_input', `--set ${inside}: of many runs only whole keys can be set.`)
  const values = applySettings(given, set)
  if (typeof values === 'object' && values !== null && !Array.isArray(values)) return values
  throw new CommandError('invalid_input', '--value must be an object of keys and values.')
}
