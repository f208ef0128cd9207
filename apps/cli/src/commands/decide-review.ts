import { readFile } from 'node:fs/promises'
import type { CountersignClient, Decided, DecideInput, ReviewDetail, Role, Verb } from '@countersign/client'
import { Argument, type Command, Option } from 'commander'
import { CommandError } from '../command-error.ts'
import { applySettings, readValue } from '../edit-proposal.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { collect } from '../parse-options.ts'
import { examples, type Registrar } from '../registrar.ts'
import { nameReview } from './name-review.ts'
import { ROLE_NAMES } from './roles.ts'

// Not the client's own list: `--help` must not load a database driver. The compiler compares them.
const VERBS: Record<Exclude<Verb, 'escalate'>, true> = {
  approve: true,
  reject: true,
  edit: true,
  choose: true,
  respond: true,
  ignore: true,
  retry: true,
  skip: true,
  abort: true,
}

interface Options {
  reason?: string
  value?: string
  set?: string[]
  candidate?: string
  none?: boolean
  answer?: string
  node?: string
  key?: string
  shown?: string
}

/** `countersign reviews decide <review> <verb>` */
export function addReviewsDecide(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('decide')
    .description('decide a review as it stands now; the run goes on at once')
    .argument('<review>', 'id of the review, or of a run that waits for one')
    .addArgument(new Argument('<verb>', 'what to decide').choices(Object.keys(VERBS)))
    .option('--reason <text>', 'why; reject and choosing none need it')
    .option('--value <json>', 'for edit: the whole value (of a parked run: the keys of its state to change); JSON, or @file')
    .option('--set <field=value>', 'for edit: change one field of the proposal; can be repeated', collect)
    .option('--candidate <id>', 'for choose: which one')
    .option('--none', 'for choose: none of them')
    .option('--answer <text>', 'for respond: what to answer')
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
        'countersign reviews decide rv_8Qm… choose --candidate acme-gmbh',
        'countersign reviews decide rv_8Qm… respond --answer "Ship it on Monday."',
        'countersign reviews decide rv_8Qm… skip --node split',
      ),
    )
  command.action(
    action(command, async ({ client, printer }, id: string, verb: Verb, options: Options) => {
      const door = await client()
      const decided = await door.decide(await decisionOf(door, id, verb, options))
      printer.item(decided, () => sentence(decided))
      return EXIT_CODES.ok
    }),
  )
}

/** `countersign reviews escalate <review> <role>` */
export function addReviewsEscalate(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('escalate')
    .description('hand a review on to a role; it stays open, and the role is told')
    .argument('<review>', 'id of the review, or of a run that waits for one')
    .addArgument(new Argument('<role>', 'who is to decide it').choices(ROLE_NAMES))
    .addOption(new Option('--reason <text>', 'why').makeOptionMandatory())
    .addHelpText('after', examples('countersign reviews escalate rv_8Qm… approver --reason "above my limit"'))
  command.action(
    action(command, async ({ client, printer }, id: string, role: Role, { reason }: { reason: string }) => {
      const door = await client()
      const { review, shownHash, ticket } = bindingOf(await door.getReview(await nameReview(door, id)))
      const decided = await door.decide({ review, verb: 'escalate', role, reason, shownHash, ticket })
      printer.item(decided, () => sentence(decided, role))
      return EXIT_CODES.ok
    }),
  )
}

/** What ties a decision to what was read just now: if the review changes in between, it does not count. */
const bindingOf = ({ id, shownHash, ticket }: ReviewDetail) => ({ review: id, shownHash, ticket: ticket ?? undefined })

async function decisionOf(client: CountersignClient, id: string, verb: Verb, options: Options): Promise<DecideInput> {
  const detail = await client.getReview(await nameReview(client, id))
  const { review, shownHash, ticket } = bindingOf(detail)
  const { reason, node, key: clientKey, shown } = options
  const value = await answerOf(detail, verb, options)
  return { review, verb, ...(value !== undefined && { value }), reason, node, clientKey, shownHash: shown ?? shownHash, ticket }
}

async function answerOf({ kind, request }: ReviewDetail, verb: Verb, options: Options): Promise<DecideInput['value']> {
  if (verb === 'choose') return candidateOf(options, request.candidates ?? [])
  if (verb === 'respond' && options.answer !== undefined) return options.answer
  const given = options.value === undefined ? undefined : await readValue(options.value, (path) => readFile(path, 'utf8'))
  if (options.set === undefined) return given
  // What a parked run is sent back is a patch of its state, not a whole proposal.
  const base = given ?? (kind === 'incident' ? {} : request.proposal)
  return applySettings(base, options.set, request.schema)
}

function candidateOf({ candidate, none }: Options, candidates: readonly { id: string }[]): string | null {
  if ((candidate === undefined) === !none) {
    throw new CommandError('invalid_input', `Give --candidate or --none. Candidates: ${candidates.map(({ id }) => id).join(', ')}.`)
  }
  return candidate ?? null
}

function sentence({ review, repeated, outcome }: Decided, role?: Role): string {
  if (outcome === 'voted') return `Your answer is counted; others must agree: ${review.title}`
  if (outcome === 'escalated') return `Handed on${role ? ` to the role ${role}` : ''}: ${review.title}`
  const done = `${review.verb ?? 'decided'} by ${review.decidedBy ?? 'you'}: ${review.title}`
  return repeated ? `Already decided with this key. ${done}` : done
}
