import { readFile } from 'node:fs/promises'
import type { Decided, DecideInput, Verb } from '@countersign/client'
import { Argument, type Command } from 'commander'
import { applySettings, readValue } from '../edit-proposal.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { collect } from '../parse-options.ts'
import { examples, type Registrar } from '../registrar.ts'
import type { Session } from '../session.ts'

const VERBS: readonly Verb[] = ['approve', 'reject', 'edit', 'retry', 'skip', 'abort']

interface Options {
  reason?: string
  value?: string
  set?: string[]
  node?: string
  key?: string
  shown?: string
}

/** `countersign reviews decide <review> <verb>` */
export function addReviewsDecide(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('decide')
    .description('decide a review, once and for good; the run goes on at once')
    .argument('<review>', 'id of the review')
    .addArgument(new Argument('<verb>', 'what to decide').choices(VERBS))
    .option('--reason <text>', 'why; reject needs it')
    .option('--value <json>', 'for edit: the whole value (of a parked run: the keys of its state to change); JSON, or @file')
    .option('--set <field=value>', 'for edit: change one field of the proposal; can be repeated', collect)
    .option('--node <name>', 'for skip: the node to go on with')
    .option('--key <key>', 'makes it safe to send again: the same key decides once')
    .option('--shown <hash>', 'refuse if the review changed since it had this `shownHash`')
    .addHelpText(
      'after',
      examples(
        'countersign reviews decide rv_8Qm… approve',
        'countersign reviews decide rv_8Qm… reject --reason "the total is the one with VAT"',
        'countersign reviews decide rv_8Qm… edit --set total=1939.00 --set currency=EUR',
        'countersign reviews decide rv_8Qm… edit --value @invoice.json',
        'countersign reviews decide rv_8Qm… skip --node split',
      ),
    )
  command.action(
    action(command, async (session, review: string, verb: Verb, options: Options) => {
      const client = await session.client()
      const decided = await client.decide(await decisionOf(session, review, verb, options))
      session.printer.item(decided, () => sentence(decided))
      return EXIT_CODES.ok
    }),
  )
}

async function decisionOf(session: Session, review: string, verb: Verb, options: Options): Promise<DecideInput> {
  const input: DecideInput = { review, verb, reason: options.reason, node: options.node, clientKey: options.key, shownHash: options.shown }
  if (options.value !== undefined) input.value = await readValue(options.value, (path) => readFile(path, 'utf8'))
  if (options.set === undefined) return input
  const { kind, request, shownHash } = await (await session.client()).getReview(review)
  // What a parked run is sent back is a patch of its state, not a whole proposal.
  const base = input.value ?? (kind === 'incident' ? {} : request.proposal)
  // What is edited is what was read just now: if the proposal changes in between, the edit must not apply.
  return { ...input, shownHash: options.shown ?? shownHash, value: applySettings(base, options.set, request.schema) }
}

function sentence({ review, repeated }: Decided): string {
  const done = `${review.verb ?? 'decided'} by ${review.decidedBy ?? 'you'}: ${review.title}`
  return repeated ? `Already decided with this key. ${done}` : done
}
