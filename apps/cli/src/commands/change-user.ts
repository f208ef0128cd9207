import type { CountersignClient, UserView } from '@countersign/client'
import { type Command, Option } from 'commander'
import { EXIT_CODES } from '../exit-codes.ts'
import { type PasswordOptions, readPassword, readPasswordChange } from '../read-password.ts'
import { examples, type Registrar } from '../registrar.ts'
import type { Session } from '../session.ts'
import { parseRoles } from './roles.ts'

type Change = Parameters<CountersignClient['updateUser']>[1]

async function change({ client, printer }: Session, id: string, wanted: Change, sentence: (user: UserView) => string) {
  const user = await (await client()).updateUser(id, wanted)
  printer.item(user, () => sentence(user))
  return EXIT_CODES.ok
}

/** `countersign users set-roles <user> <roles...>` */
export function addUsersSetRoles(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('set-roles')
    .description('give a person these roles and no others')
    .argument('<user>', 'the name they act under')
    .argument('<roles...>', 'viewer, reviewer, approver, operator, admin')
    .addHelpText('after', examples('countersign users set-roles ann reviewer operator'))
  command.action(
    action(command, async (session, user: string, names: string[]) => {
      const roles = parseRoles(names)
      return await change(session, user, { roles }, ({ id }) => `${id} is now ${roles.join(', ')}.`)
    }),
  )
}

/** `countersign users disable <user>` */
export function addUsersDisable(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('disable')
    .description('shut a person out: sessions end and tokens are revoked at once')
    .argument('<user>', 'the name they act under')
    .addHelpText('after', examples('countersign users disable ann'))
  command.action(
    action(command, async (session, user: string) =>
      change(session, user, { disabled: true }, ({ id }) => `${id} is shut out; what they decided stays.`),
    ),
  )
}

/** `countersign users enable <user>` */
export function addUsersEnable(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('enable')
    .description('let a disabled person sign in again; their tokens stay revoked')
    .argument('<user>', 'the name they act under')
    .addHelpText('after', examples('countersign users enable ann'))
  command.action(
    action(command, async (session, user: string) => change(session, user, { disabled: false }, ({ id }) => `${id} may sign in again.`)),
  )
}

/** `countersign users set-password <user>` */
export function addUsersSetPassword(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('set-password')
    .description('give a person a new password; their sessions end')
    .argument('<user>', 'the name they act under')
    .addOption(new Option('--password-stdin', 'read the password from the first line of stdin').conflicts('generate'))
    .option('--generate', 'make up a password and print it once')
    .addHelpText('after', examples('countersign users set-password ann', 'countersign users set-password ann --generate'))
  command.action(
    action(command, async (session, id: string, options: PasswordOptions) => {
      const { password, generated } = await readPassword(session.context, options)
      const user = await (await session.client()).updateUser(id, { password })
      session.printer.item(generated ? { ...user, password } : user, () =>
        generated ? `The new password of ${id}, shown this once: ${password}` : `${id} has a new password.`,
      )
      return EXIT_CODES.ok
    }),
  )
}

/** `countersign users password` */
export function addUsersPassword(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('password')
    .description('change your own password; the old one is asked for, and your other sessions end')
    .option('--password-stdin', 'read the old password from the first line of stdin and the new one from the second')
    .addHelpText('after', examples('countersign users password'))
  command.action(
    action(command, async ({ context, client, printer }, options: Pick<PasswordOptions, 'passwordStdin'>) => {
      const change = await readPasswordChange(context, options)
      await (await client()).changePassword(change)
      printer.item({ changed: true }, () => 'Your password is changed; your other sessions have ended.')
      return EXIT_CODES.ok
    }),
  )
}
