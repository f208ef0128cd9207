import type { Command } from 'commander'
import { EXIT_CODES } from '../exit-codes.ts'
import { examples, type Registrar } from '../registrar.ts'

/** `countersign tokens revoke <token>` */
export function addTokensRevoke(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('revoke')
    .description('revoke a token at once and for good')
    .argument('<token>', 'id of the token, as `tokens list` shows it')
    .addHelpText('after', examples('countersign tokens revoke t_9Jr…'))
  command.action(
    action(command, async ({ client, printer }, token: string) => {
      await (await client()).revokeToken(token)
      printer.item({ token, revoked: true }, () => `${token} opens nothing any more`)
      return EXIT_CODES.ok
    }),
  )
}
