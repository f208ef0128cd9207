import { performance } from 'node:perf_hooks'
import type { CountersignClient } from '@countersign/client'
import { Command, CommanderError } from 'commander'
import { describeError } from '../describe-error.ts'
import { EXIT_CODES, type ExitCode } from '../exit-codes.ts'
import { createPrinter } from '../output/printer.ts'
import { examples } from '../registrar.ts'
import { runDemo } from './run-demo.ts'
import { createScreen } from './screen.ts'
import { createShutdown } from './shutdown.ts'
import { createStepClock } from './time-steps.ts'

interface Options {
  once?: boolean
  timing?: boolean
}

process.exitCode = await main(process.argv.slice(2))

async function main(argv: readonly string[]): Promise<ExitCode> {
  const program = new Command('npm run demo --')
    .description('Everything on this machine: servers, worker, console, and documents on their way through.')
    .argument('[files...]', 'documents to take in instead of the samples')
    .option('--once', 'unattended: decide what waits as the user "demo", ask about each document, stop, exit 0 if nothing is missing')
    .option('--timing', 'print how long each step took')
    .addHelpText('after', examples('npm run demo', 'npm run demo -- invoice.pdf notes.md', 'npm run demo -- --once --timing'))
    .exitOverride()
  try {
    program.parse(argv, { from: 'user' })
  } catch (error) {
    return error instanceof CommanderError && error.exitCode === 0 ? EXIT_CODES.ok : EXIT_CODES.invalid
  }
  return play(program.args, program.opts<Options>())
}

/** Begins to load the client, which takes a moment in which the servers can already be on their way up. */
function loadClient(): (env: NodeJS.ProcessEnv) => Promise<CountersignClient> {
  const loading = import('@countersign/client')
  loading.catch(() => undefined)
  return async (env) => {
    const { createClient, readEnvironment } = await loading
    return createClient(readEnvironment(env))
  }
}

/** Runs the demo and, whatever comes of it, stops what was started. */
async function play(files: readonly string[], options: Options): Promise<ExitCode> {
  const clock = createStepClock(Number(process.env.COUNTERSIGN_DEMO_STARTED) || performance.timeOrigin, performance.timeOrigin)
  const screen = createScreen(process.stdout)
  const { colors, width } = createPrinter(process.stdout, process.stderr, { json: false, color: true, env: process.env })
  const shutdown = createShutdown((name, stop) => clock.step(`stop the ${name}`, stop))
  const interrupt = new AbortController()
  const onSignal = () => {
    if (interrupt.signal.aborted) {
      shutdown.killAll()
      process.exit(EXIT_CODES.interrupted)
    }
    interrupt.abort()
    screen.freeze()
    screen.say('Stopping; runs are kept. Ctrl-C again stops at once.')
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, onSignal)
  let code: ExitCode
  try {
    code = await runDemo(
      { once: options.once === true, files, from: process.env.INIT_CWD ?? process.cwd() },
      {
        screen,
        colors,
        width,
        clock,
        signal: interrupt.signal,
        connect: loadClient(),
        onStarted: shutdown.add,
      },
    )
  } catch (error) {
    code = interrupt.signal.aborted ? EXIT_CODES.interrupted : complain(error)
  }
  const errors = await shutdown.stopAll()
  for (const error of errors) screen.say(`${colors.red('error:')} while stopping: ${error.message}`)
  if (options.timing) for (const line of ['', 'Steps (begin, length):', ...clock.report()]) screen.say(line)
  return code

  function complain(error: unknown): ExitCode {
    const { message, advice, exit } = describeError(error)
    screen.freeze()
    // A build or a program that failed says more than one line, and here every line of it helps.
    screen.say(
      `${colors.red('error:')} ${exit === EXIT_CODES.internal && error instanceof Error ? error.message : `${message}\n       ${advice}`}`,
    )
    return exit
  }
}
