import { randomInt } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { ReadStream } from 'node:tty'
import { CommandError } from './command-error.ts'
import type { CliContext } from './session.ts'

/** Where a command reads from; process.stdin, or a stream of a test. */
export type Source = NodeJS.ReadableStream & Partial<Pick<ReadStream, 'isTTY'>>

/** How the password comes: asked for on the terminal, read from stdin, or made up here. */
export interface PasswordOptions {
  passwordStdin?: boolean
  generate?: boolean
}

const HOW = 'Run it on a terminal, or with --password-stdin, or with --generate.'

/** A password; `generated` is to be shown once. Never on the command line, where other users of the machine could read it. */
export async function readPassword(
  context: Pick<CliContext, 'stdin' | 'stderr'>,
  options: PasswordOptions,
): Promise<{ password: string; generated: boolean }> {
  if (options.generate) return { password: generatePassword(), generated: true }
  if (options.passwordStdin) return { password: await readFirstLine(context.stdin), generated: false }
  if (!context.stdin.isTTY) throw new CommandError('invalid_input', `There is no terminal to ask for the password. ${HOW}`)
  const password = await ask(context, 'Password: ')
  if ((await ask(context, 'Once more: ')) !== password) {
    throw new CommandError('invalid_input', 'The two passwords differ. Try again.')
  }
  return { password, generated: false }
}

/** The old password and the new one, for who changes the own; from stdin on its first two lines. */
export async function readPasswordChange(
  context: Pick<CliContext, 'stdin' | 'stderr'>,
  { passwordStdin }: Pick<PasswordOptions, 'passwordStdin'>,
): Promise<{ old: string; new: string }> {
  if (passwordStdin) {
    const lines: string[] = []
    for await (const line of createInterface({ input: context.stdin })) lines.push(line)
    const [old, wanted] = lines
    if (old !== undefined && wanted !== undefined) return { old, new: wanted }
    throw new CommandError('invalid_input', 'Send the old password as the first line of stdin and the new one as the second.')
  }
  if (!context.stdin.isTTY) {
    throw new CommandError(
      'invalid_input',
      'There is no terminal to ask for the passwords. Run it on a terminal, or with --password-stdin.',
    )
  }
  const old = await ask(context, 'Old password: ')
  const { password } = await readPassword(context, {})
  return { old, new: password }
}

async function readFirstLine(stdin: Source): Promise<string> {
  const lines = createInterface({ input: stdin })
  for await (const line of lines) return line
  throw new CommandError('invalid_input', 'Nothing came on stdin. Send the password as its first line.')
}

/** The terminal is in raw mode while readline reads, and what readline would echo goes nowhere. */
async function ask({ stdin, stderr }: Pick<CliContext, 'stdin' | 'stderr'>, question: string): Promise<string> {
  stderr.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: nowhere, terminal: true, historySize: 0 })
  const interrupted = new AbortController()
  lines.once('SIGINT', () => interrupted.abort())
  try {
    return await lines.question('', { signal: interrupted.signal })
  } finally {
    lines.close()
    stderr.write('\n')
  }
}

// Without characters that look alike: it is read from a screen and typed.
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Four groups of five: 100 bits. */
function generatePassword(): string {
  const group = () => Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}
