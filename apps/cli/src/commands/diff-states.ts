import type { CountersignClient, DiffInput } from '@countersign/client'
import type { Command } from 'commander'
import { EXIT_CODES } from '../exit-codes.ts'
import { nameCheckpoint } from '../name-checkpoint.ts'
import { formatDiff } from '../output/format-diff.ts'
import { examples, type Registrar } from '../registrar.ts'

/** `countersign runs diff <run>` */
export function addRunsDiff(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('diff')
    .description('what differs between two checkpoints of a run, or of two runs')
    .argument('<run>', 'id of the run')
    .option('--from <id>', 'a checkpoint, by its id or its step (default: the one before)')
    .option('--to <id>', 'a checkpoint, by its id or its step (default: the newest)')
    .option('--with <run>', 'the run whose checkpoint --to is')
    .addHelpText(
      'after',
      examples(
        'countersign runs diff r_4Zk…',
        'countersign runs diff r_4Zk… --from 2 --to 5',
        'countersign runs diff r_4Zk… --with r_7Qp…',
        "countersign runs diff r_4Zk… --json | jq -r '.changes[].path'",
      ),
    )
  command.action(
    action(command, async ({ client, printer }, run: string, options: DiffInput) => {
      const door = await client()
      const diff = await door.diffStates(run, await inputOf(door, run, options))
      printer.item(diff, () => formatDiff(printer, diff))
      return EXIT_CODES.ok
    }),
  )
}

async function inputOf(client: CountersignClient, run: string, { from, to, with: other }: DiffInput): Promise<DiffInput> {
  return {
    from: from === undefined ? await defaultFrom(client, run, other) : await nameCheckpoint(client, run, from),
    to: to === undefined ? undefined : await nameCheckpoint(client, other ?? run, to),
    with: other,
  }
}

/** Two runs are compared as they are now; of one run, a step with the one before it. */
async function defaultFrom(client: CountersignClient, run: string, other: string | undefined): Promise<string | undefined> {
  return other === undefined ? undefined : (await client.getHistory(run, { limit: 1 })).items[0]?.id
}
