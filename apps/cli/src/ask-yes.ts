import { createInterface } from 'node:readline/promises'
import { CommandError } from './command-error.ts'
import type { CliContext } from './session.ts'

/** Asks on the terminal; anything but yes is no. Throws `invalid_input` where there is none to ask on. */
export async function askYes(
  { stdin, stderr, signal }: Pick<CliContext, 'stdin' | 'stderr' | 'signal'>,
  question: string,
): Promise<boolean> {
  if (!stdin.isTTY) throw new CommandError('invalid_input', 'There is no terminal to ask on. Look at what is shown, then give --yes.')
  const interrupted = new AbortController()
  const lines = createInterface({ input: stdin })
  lines.once('SIGINT', () => interrupted.abort())
  try {
    stderr.write(`${question} [y/N] `)
    const answer = await lines.question('', { signal: AbortSignal.any([signal, interrupted.signal]) })
    return /^y(es)?$/i.test(answer.trim())
  } finally {
    lines.close()
  }
}
