import type { CheckpointState } from '@countersign/client'
import type { Command } from 'commander'
import { CommandError } from '../command-error.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { nameCheckpoint } from '../name-checkpoint.ts'
import { formatFacts, formatTable } from '../output/format-table.ts'
import { formatAge, formatValue } from '../output/format-values.ts'
import type { Printer } from '../output/printer.ts'
import { examples, type Registrar } from '../registrar.ts'

interface Options {
  checkpoint?: string
  namespace?: string
  key?: string
}

/** `countersign runs state <run>` */
export function addRunsState(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('state')
    .description('the state of a run at a checkpoint, and which keys that step changed')
    .argument('<run>', 'id of the run')
    .option('--checkpoint <id>', 'this one, by its id or its step (default: the newest)')
    .option('--namespace <ns>', 'of a subgraph, whose checkpoint it is')
    .option('--key <key>', 'the value of this key alone, in full')
    .addHelpText(
      'after',
      examples(
        'countersign runs state r_4Zk…',
        'countersign runs state r_4Zk… --checkpoint 3 --key fields',
        'countersign runs state r_4Zk… --json | jq .values',
      ),
    )
  command.action(
    action(command, async ({ client, printer }, run: string, { checkpoint, namespace, key }: Options) => {
      const door = await client()
      const id = checkpoint === undefined ? undefined : await nameCheckpoint(door, run, checkpoint, namespace)
      const state = await door.getState(run, id, namespace)
      if (key === undefined) printer.item(state, () => describeState(printer, state))
      else printValue(printer, state, key)
      return EXIT_CODES.ok
    }),
  )
}

function printValue(printer: Printer, { values }: CheckpointState, key: string): void {
  if (!Object.hasOwn(values, key)) {
    throw new CommandError('not_found', `The state has no key “${key}”. It has: ${Object.keys(values).join(', ') || 'none'}.`)
  }
  const value = values[key]
  printer.item(value, () => (typeof value === 'string' ? value : JSON.stringify(value, null, 2)))
}

function describeState(printer: Printer, state: CheckpointState): string {
  const facts = formatFacts(printer, [
    ['checkpoint', state.id],
    ['step', String(state.step)],
    ['made by', state.nodes.join(', ') || state.source],
    ['next', state.next.join(', ')],
    ['written', `${formatAge(state.at)} ago (${state.at})`],
  ])
  const entries = Object.entries(state.values)
  if (entries.length === 0) return `${facts}\n\nThe state is empty.`
  const changed = new Set(state.changed)
  const table = formatTable(
    printer,
    [
      { title: '', value: ([key]) => (changed.has(key) ? printer.colors.yellow('~') : '') },
      { title: 'KEY', value: ([key]) => key },
      { title: 'VALUE', value: ([, value]) => formatValue(value), shrink: true },
    ],
    entries,
  )
  return `${facts}\n\n${table}`
}
