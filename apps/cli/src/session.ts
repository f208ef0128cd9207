import type { Check, CountersignClient, GraphDescription } from '@countersign/client'
import type { Command } from 'commander'
import { CommandError } from './command-error.ts'
import { describeError } from './describe-error.ts'
import { EXIT_CODES, type ExitCode } from './exit-codes.ts'
import { createPrinter, type Printer, type Sink } from './output/printer.ts'
import type { Source } from './read-password.ts'

type LocalStack = Pick<
  typeof import('@countersign/infra/local'),
  | 'startStack'
  | 'stopStack'
  | 'stackStatus'
  | 'fetchModels'
  | 'hidePassword'
  | 'knownModels'
  | 'findManifest'
  | 'installModel'
  | 'listModels'
  | 'verifyModel'
  | 'removeModel'
>

/** What the command line stands on; a test hands in its own. */
export interface CliContext {
  env: NodeJS.ProcessEnv
  stdin: Source
  stdout: Sink
  stderr: Sink
  /** Opens the client. `env` already carries --url, --tenant and --user. */
  connect(env: NodeJS.ProcessEnv): Promise<CountersignClient>
  /** Loads the local stack's own functions; the only commands that need them are those of `stack` and `models`. */
  localStack(): Promise<LocalStack>
  /** What the worker of this project would register, asked of its code; it is not started. */
  describeGraphs(env: NodeJS.ProcessEnv): Promise<GraphDescription[]>
  /** Looks at the whole installation from this machine. */
  diagnose(env: NodeJS.ProcessEnv): Promise<Check[]>
  /** Aborted by Ctrl-C. */
  signal: AbortSignal
}

/** The options that every command has. */
export interface GlobalOptions {
  json?: boolean
  color: boolean
  tenant?: string
  user?: string
  url?: string
}

/** One execution of one command. The client is opened when it is first asked for, and closed at the end. */
export interface Session {
  context: CliContext
  printer: Printer
  client(): Promise<CountersignClient>
}

/**
 * Makes a commander action of `work`: opens a session, prints an error as one line that says what happened and one that
 * says what to do, and reports the exit code.
 */
export function createAction<Args extends unknown[]>(
  context: CliContext,
  command: Command,
  work: (session: Session, ...args: Args) => Promise<ExitCode>,
  report: (code: ExitCode) => void,
): (...args: Args) => Promise<void> {
  return async (...args) => {
    const options = command.optsWithGlobals<GlobalOptions>()
    const printer = createPrinter(context.stdout, context.stderr, { json: options.json === true, color: options.color, env: context.env })
    let opened: Promise<CountersignClient> | undefined
    const client = () => {
      opened ??= context.connect(environmentOf(context.env, options))
      return opened
    }
    try {
      report(await work({ context, printer, client }, ...args))
    } catch (error) {
      report(printError(printer, error, context.env))
    } finally {
      await opened?.then((one) => one.close()).catch(() => undefined)
    }
  }
}

/** Prints an error to stderr and answers the exit code that belongs to it. */
export function printError(printer: Printer, error: unknown, env: NodeJS.ProcessEnv): ExitCode {
  const { message, advice, exit } = describeError(error)
  if (exit === EXIT_CODES.interrupted) {
    printer.note(`\n${advice}`)
    return exit
  }
  printer.note(`${printer.colors.red('error:')} ${message}`)
  printer.note(`       ${advice}`)
  if (env.COUNTERSIGN_DEBUG && error instanceof Error) printer.note(error.stack ?? '')
  return exit
}

function environmentOf(env: NodeJS.ProcessEnv, options: GlobalOptions): NodeJS.ProcessEnv {
  const url = options.url ?? env.COUNTERSIGN_URL
  if (url && (options.tenant !== undefined || options.user !== undefined)) {
    throw new CommandError('invalid_input', 'Over HTTP the token says who acts, and for which tenant: leave --user and --tenant away.')
  }
  return {
    ...env,
    ...(url === undefined ? {} : { COUNTERSIGN_URL: url }),
    ...(options.tenant === undefined ? {} : { COUNTERSIGN_TENANT: options.tenant }),
    ...(options.user === undefined ? {} : { COUNTERSIGN_USER: options.user }),
  }
}
