import { PassThrough, Readable } from 'node:stream'
import type { Check, CountersignClient, GraphDescription } from '@countersign/client'
import { runProgram } from '../program.ts'
import type { CliContext } from '../session.ts'

export interface Typed {
  /** Doors that the line may open. */
  client?: Partial<CountersignClient>
  stdin?: CliContext['stdin']
  env?: NodeJS.ProcessEnv
  graphs?: GraphDescription[]
  checks?: Check[]
  diagnose?: CliContext['diagnose']
}

/** Runs one line as a person would type it, against doors of a test, and gives what it wrote. */
export async function typeLine(
  line: string,
  { client = {}, stdin = Readable.from([]), env = {}, graphs = [], checks = [], diagnose }: Typed = {},
) {
  const written = { out: '', err: '' }
  const sink = (channel: keyof typeof written) => ({
    write(text: string) {
      written[channel] += text
      return true
    },
  })
  const code = await runProgram(wordsOf(line), {
    env,
    stdin,
    stdout: sink('out'),
    stderr: sink('err'),
    signal: new AbortController().signal,
    localStack: () => Promise.reject(new Error('no stack')),
    describeGraphs: async () => graphs,
    diagnose: diagnose ?? (async () => checks),
    connect: async () => Object.assign(Object.create(null), { ...client, close: async () => undefined }),
  })
  return { code, ...written }
}

/** The words of a line; quotes hold words together, and what they enclose is taken as it is. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) => word.replaceAll(/"([^"]*)"|'([^']*)'/g, '$1$2'))

/** A terminal on which somebody types this and presses Enter. */
export const typing = (line: string): CliContext['stdin'] => Object.assign(new PassThrough().end(`${line}\n`), { isTTY: true as const })
