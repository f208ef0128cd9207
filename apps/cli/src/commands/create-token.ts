import type { Permission } from '@countersign/client'
import type { Command } from 'commander'
import { CommandError } from '../command-error.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { collect, parseCount } from '../parse-options.ts'
import { examples, type Registrar } from '../registrar.ts'

/** Not the client's own list: `--help` must not load a database driver. The compiler compares them. */
const SCOPES: Record<Permission, true> = { read: true, review: true, assign: true, operate: true, audit: true, administer: true }
const isScope = (text: string): text is Permission => Object.hasOwn(SCOPES, text)

interface Options {
  scope: string[]
  days?: number
}

/** `countersign tokens create <name>` */
export function addTokensCreate(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('create')
    .description('make a token that acts for you; it is printed once')
    .argument('<name>', 'what it is for')
    .requiredOption('--scope <scope>', `what it may: ${Object.keys(SCOPES).join(', ')}; can be repeated`, collect)
    .option('--days <n>', 'how long it lasts (default: 90)', parseCount)
    .addHelpText(
      'after',
      examples(
        'countersign tokens create "nightly report" --scope read',
        'countersign --user ann tokens create "script of ann" --scope read --scope review --days 7',
        'export COUNTERSIGN_TOKEN=$(countersign tokens create ci --scope read --json | jq -r .secret)',
      ),
    )
  command.action(
    action(command, async ({ client, printer }, name: string, { scope, days }: Options) => {
      const token = await (await client()).createToken({ name, scopes: parseScopes(scope), days })
      printer.item(token, () => token.secret)
      printer.note(
        `It acts for ${token.user} until ${token.expiresAt.slice(0, 10)}, and is not shown again. Revoke it with: countersign tokens revoke ${token.id}`,
      )
      return EXIT_CODES.ok
    }),
  )
}

function parseScopes(texts: readonly string[]): Permission[] {
  return texts.map((text) => {
    if (isScope(text)) return text
    throw new CommandError('invalid_input', `There is no scope "${text}". Name one of: ${Object.keys(SCOPES).join(', ')}.`)
  })
}
