import type { Command } from 'commander'
import type { ExitCode } from './exit-codes.ts'
import type { CliContext, Session } from './session.ts'

/** What a command's file gets to register itself: `parent.command(...)`, and `action` around its work. */
export interface Registrar {
  context: CliContext
  action<Args extends unknown[]>(
    command: Command,
    work: (session: Session, ...args: Args) => Promise<ExitCode>,
  ): (...args: Args) => Promise<void>
}

/** Text for the end of a command's help. */
export function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}\n`
}
