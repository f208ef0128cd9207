import type { CountersignClient, Decided, ReviewDetail } from '@countersign/client'
import { type Command, Option } from 'commander'
import { CommandError } from '../command-error.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { examples, type Registrar } from '../registrar.ts'

type Verb = 'retry' | 'skip' | 'abort'

interface Options {
  to?: string
  reason?: string
  key?: string
}

const WORDS: Record<Verb, { does: string; done: string; examples: string[] }> = {
  retry: {
    does: 'let a parked run try the node again that stopped it',
    done: 'tries again',
    examples: ['countersign runs retry r_4Zk…', 'countersign runs retry r_4Zk… --reason "the mail server is back"'],
  },
  skip: {
    does: 'let a parked run go on with another node than the one that stopped it',
    done: 'goes on',
    examples: ['countersign runs skip r_4Zk… --to index'],
  },
  abort: {
    does: 'end a parked run; its state and its history stay',
    done: 'is ended',
    examples: ['countersign runs abort r_4Zk… --reason "a duplicate"'],
  },
}

/** `countersign runs retry|skip|abort <run>` */
export function addRunsDecide(parent: Command, registrar: Registrar): void {
  for (const verb of ['retry', 'skip', 'abort'] as const) addVerb(parent, registrar, verb)
}

function addVerb(parent: Command, { action }: Registrar, verb: Verb): void {
  const command = parent.command(verb).description(WORDS[verb].does).argument('<run>', 'id of the run')
  if (verb === 'skip') command.addOption(new Option('--to <node>', 'the node to go on with').makeOptionMandatory())
  command
    .option('--reason <text>', 'why')
    .option('--key <key>', 'makes it safe to send again: the same key decides once')
    .addHelpText('after', examples(...WORDS[verb].examples))
  command.action(
    action(command, async ({ client, printer }, run: string, { to, reason, key }: Options) => {
      const door = await client()
      const { id: review, shownHash, ticket } = await openIncident(door, run)
      const input = { review, verb, node: to, reason, clientKey: key, shownHash, ticket: ticket ?? undefined }
      const decided = await door.decide(input)
      printer.item(decided, () => sentence(decided, run, verb))
      return EXIT_CODES.ok
    }),
  )
}

function sentence({ outcome, review }: Decided, run: string, verb: Verb): string {
  if (outcome === 'voted') return `Your answer is counted; others must agree: ${review.title}`
  return `${run} ${WORDS[verb].done}: ${review.title}`
}

/** The incident that parked a run. Throws `not_found` where the run is not parked, and says how it stands. */
async function openIncident(client: CountersignClient, run: string): Promise<ReviewDetail> {
  const { items } = await client.listReviews({ run, status: 'open', kind: 'incident', limit: 10 })
  const [first, ...others] = items
  if (first === undefined) {
    const { status } = await client.getRun(run)
    throw new CommandError('not_found', `The run ${run} is ${status}, not parked. See how it stands with: countersign runs show ${run}`)
  }
  if (others.length === 0) return await client.getReview(first.id)
  const ids = items.map(({ id }) => id).join(', ')
  throw new CommandError('ambiguous', `The run ${run} is stopped in several places. Name one with \`reviews decide\`: ${ids}.`)
}
