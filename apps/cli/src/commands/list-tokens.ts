import type { TokenView } from '@countersign/client'
import type { Command } from 'commander'
import { EXIT_CODES } from '../exit-codes.ts'
import { formatTable } from '../output/format-table.ts'
import { formatAge } from '../output/format-values.ts'
import type { Printer } from '../output/printer.ts'
import { examples, type Registrar } from '../registrar.ts'

/** `countersign tokens list` */
export function addTokensList(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('list')
    .description('tokens, newest first: your own, or all for an admin')
    .option('--all', 'also those that are revoked or have expired')
    .addHelpText('after', examples('countersign tokens list', 'countersign tokens list --all --json'))
  command.action(
    action(command, async ({ client, printer }, { all = false }: { all?: boolean }) => {
      const tokens = (await (await client()).listTokens()).filter((token) => all || stateOf(token) === 'valid')
      printer.list(tokens, () => tokensTable(printer, tokens))
      return EXIT_CODES.ok
    }),
  )
}

function stateOf({ revokedAt, expiresAt }: TokenView): 'revoked' | 'expired' | 'valid' {
  if (revokedAt !== null) return 'revoked'
  return Date.parse(expiresAt) <= Date.now() ? 'expired' : 'valid'
}

function tokensTable(printer: Printer, tokens: readonly TokenView[]): string {
  if (tokens.length === 0) return 'There is no token.'
  return formatTable(
    printer,
    [
      { title: 'TOKEN', value: (token) => token.id },
      { title: 'USER', value: (token) => token.user },
      { title: 'NAME', value: (token) => token.name, shrink: true },
      { title: 'SCOPES', value: (token) => token.scopes.join(', ') },
      { title: 'STATE', value: (token) => (stateOf(token) === 'valid' ? `until ${token.expiresAt.slice(0, 10)}` : stateOf(token)) },
      { title: 'USED', value: (token) => (token.usedAt === null ? 'never' : formatAge(token.usedAt)), align: 'right' },
    ],
    tokens,
  )
}
