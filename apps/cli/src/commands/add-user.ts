import type { Role, UserView } from '@countersign/client'
import { type Command, Option } from 'commander'
import { EXIT_CODES } from '../exit-codes.ts'
import { collect } from '../parse-options.ts'
import { type PasswordOptions, readPassword } from '../read-password.ts'
import { examples, type Registrar } from '../registrar.ts'
import { parseRoles } from './roles.ts'

interface Options extends PasswordOptions {
  role: string[]
  name?: string
  email?: string
  /** False with --no-password. */
  password: boolean
}

/** `countersign users add <user>` */
export function addUsersAdd(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('add')
    .description('add a person; the password is asked for on the terminal')
    .argument('<user>', 'the name they act under: letters, digits, dots, dashes')
    .requiredOption('--role <role>', 'what they may be: viewer, reviewer, approver, operator or admin; can be repeated', collect)
    .option('--name <name>', 'what they are called')
    .option('--email <address>', 'by which their OpenID provider knows them')
    .addOption(new Option('--password-stdin', 'read the password from the first line of stdin').conflicts('generate'))
    .option('--generate', 'make up a password and print it once')
    .option('--no-password', 'no password: they sign in with the OpenID provider alone')
    .addHelpText(
      'after',
      examples(
        'countersign users add ann --role reviewer',
        'countersign users add bea --role admin --role reviewer --generate',
        'countersign users add cleo --role approver --email cleo@example.com --no-password',
        'pass show countersign/ann | countersign users add ann --role viewer --password-stdin',
      ),
    )
  command.action(
    action(command, async ({ client, printer, context }, id: string, options: Options) => {
      const roles = parseRoles(options.role)
      const given = options.password ? await readPassword(context, options) : null
      const user = await (await client()).addUser({ id, name: options.name, email: options.email, roles, password: given?.password })
      const generated = given?.generated ? given.password : null
      printer.item(generated === null ? user : { ...user, password: generated }, () => sentence(user, roles, generated))
      return EXIT_CODES.ok
    }),
  )
}

function sentence(user: UserView, roles: readonly Role[], generated: string | null): string {
  const said = `Added ${user.id} (${roles.join(', ')}).`
  return generated === null ? said : `${said} The password, shown this once: ${generated}`
}
