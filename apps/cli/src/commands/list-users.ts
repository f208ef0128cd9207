import type { UserView } from '@countersign/client'
import type { Command } from 'commander'
import { EXIT_CODES } from '../exit-codes.ts'
import { formatTable } from '../output/format-table.ts'
import { formatAge, formatValue } from '../output/format-values.ts'
import type { Printer } from '../output/printer.ts'
import { examples, type Registrar } from '../registrar.ts'

/** `countersign users list` */
export function addUsersList(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('list')
    .description('the people of the tenant')
    .addHelpText('after', examples('countersign users list', 'countersign users list --json | jq -r .id'))
  command.action(
    action(command, async ({ client, printer }) => {
      const users = await (await client()).listUsers()
      printer.list(users, () => usersTable(printer, users))
      return EXIT_CODES.ok
    }),
  )
}

function usersTable(printer: Printer, users: readonly UserView[]): string {
  if (users.length === 0) return 'Nobody yet. Add the first: countersign users add NAME --role admin'
  return formatTable(
    printer,
    [
      { title: 'USER', value: (user) => user.id },
      { title: 'NAME', value: (user) => user.name, shrink: true },
      { title: 'ROLES', value: (user) => user.roles.join(', ') },
      { title: 'SIGNS IN', value: (user) => (user.disabled ? 'disabled' : user.signsIn) },
      { title: 'EMAIL', value: (user) => formatValue(user.email), shrink: true },
      { title: 'SEEN', value: (user) => (user.seenAt === null ? 'never' : formatAge(user.seenAt)), align: 'right' },
    ],
    users,
  )
}
