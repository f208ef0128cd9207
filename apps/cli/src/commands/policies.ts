import { readFile } from 'node:fs/promises'
import type { PolicyView, ReviewPolicy } from '@countersign/client'
import type { Command } from 'commander'
import { CommandError } from '../command-error.ts'
import { readValue } from '../edit-proposal.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { formatTable } from '../output/format-table.ts'
import { formatAge } from '../output/format-values.ts'
import type { Printer } from '../output/printer.ts'
import { examples, type Registrar } from '../registrar.ts'

/** `countersign policies list` */
export function addPoliciesList(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('list')
    .description('who decides by when: of all reviews, a graph, a document type')
    .addHelpText('after', examples('countersign policies list', 'countersign policies list --json | jq \'select(.scope == "default")\''))
  command.action(
    action(command, async ({ client, printer }) => {
      const policies = await (await client()).listPolicies()
      printer.list(policies, () => policiesTable(printer, policies))
      return EXIT_CODES.ok
    }),
  )
}

interface Options {
  value?: string
  remove?: boolean
}

/** `countersign policies set <scope>` */
export function addPoliciesSet(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('set')
    .description('say who decides by when; reviews that open from now on follow it')
    .argument('<scope>', 'default, graph:NAME or type:DOCUMENT_TYPE; the narrower one wins, key by key')
    .option(
      '--value <json>',
      'the policy: JSON, or @file (keys: roles, users, notAuthor, notBefore, quorum, blind, disputes, deadline, priority)',
    )
    .option('--remove', 'take it away')
    .addHelpText(
      'after',
      examples(
        'countersign policies set type:invoice --value \'{"quorum": 2, "notAuthor": true}\'',
        'countersign policies set default --value \'{"deadline": {"within": 14400, "steps": [{"after": 7200, "do": "remind"}]}}\'',
        'countersign policies set graph:agent --value @agent-policy.json',
        'countersign policies set type:invoice --remove',
      ),
    )
  command.action(
    action(command, async ({ client, printer }, scope: string, options: Options) => {
      const set = await (await client()).setPolicy(scope, await policyOf(options))
      printer.item(set, () => (options.remove ? `${scope} has no policy of its own any more` : `${scope}: ${describePolicy(set.policy)}`))
      return EXIT_CODES.ok
    }),
  )
}

async function policyOf({ value, remove }: Options): Promise<ReviewPolicy> {
  if ((value === undefined) === !remove) throw new CommandError('invalid_input', 'Give --value or --remove.')
  if (value === undefined) return {}
  const { reviewPolicySchema } = await import('@countersign/client/contract')
  const parsed = reviewPolicySchema.safeParse(await readValue(value, (path) => readFile(path, 'utf8')))
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '))
  throw new CommandError('invalid_input', `--value is not a policy: ${issues.join('; ')}.`)
}

function policiesTable(printer: Printer, policies: readonly PolicyView[]): string {
  if (policies.length === 0) return 'No policy is set: reviewers and approvers decide, without a deadline.'
  return formatTable(
    printer,
    [
      { title: 'SCOPE', value: ({ scope }) => scope },
      { title: 'POLICY', value: ({ policy }) => describePolicy(policy), shrink: true },
      { title: 'SET BY', value: ({ updatedBy }) => updatedBy },
      { title: 'AGE', value: ({ updatedAt }) => formatAge(updatedAt), align: 'right' },
    ],
    policies,
  )
}

/** A policy in words, its parts in the order in which they matter. */
function describePolicy(policy: ReviewPolicy): string {
  const { roles, users, notAuthor, notBefore, quorum, blind, disputes, deadline, priority } = policy
  const parts = [
    roles && `decided by the ${roles.length === 1 ? 'role' : 'roles'} ${roles.join(', ')}`,
    users && `decided by ${users.join(', ')}`,
    notAuthor && 'not by whoever started the run',
    notBefore && 'not by whoever decided before',
    quorum && quorum > 1 && `${quorum} must agree${blind === false ? ', each seeing the others' : ''}`,
    disputes && `disputes go to ${disputes}`,
    deadline && `due after ${duration(deadline.within)}${deadline.steps.map(describeStep).join('')}${describeLast(deadline.last)}`,
    priority !== undefined && `priority ${priority}`,
  ]
  return parts.filter(Boolean).join('; ') || 'nothing set'
}

type Deadline = NonNullable<ReviewPolicy['deadline']>

function describeStep(step: Deadline['steps'][number]): string {
  const after = `, after ${duration(step.after)}`
  if (step.do === 'remind') return `${after} a reminder`
  return step.do === 'reassign' ? `${after} to ${step.to}` : `${after} to the role ${step.role}`
}

function describeLast(last: Deadline['last']): string {
  if (!last) return ''
  const after = `, after ${duration(last.after)}`
  return last.do === 'default' ? `${after} answered by default` : `${after} ${last.do === 'park' ? 'parked' : 'rejected'}`
}

const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
] as const

function duration(seconds: number): string {
  const [unit, size] = UNITS.find(([, one]) => seconds % one === 0) ?? ['s', 1]
  return `${seconds / size} ${unit}`
}
