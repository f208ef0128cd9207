import { connect } from './connect.ts'
import { describeGraphs } from './describe-graphs.ts'
import { diagnose } from './diagnose.ts'
import { EXIT_CODES } from './exit-codes.ts'
import { createPrinter } from './output/printer.ts'
import { runProgram } from './program.ts'
import { type CliContext, printError } from './session.ts'

const interrupted = new AbortController()
process.once('SIGINT', () => interrupted.abort())
// `countersign runs list | head` closes the pipe early; that is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? EXIT_CODES.ok : EXIT_CODES.internal))

const context: CliContext = {
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: interrupted.signal,
  connect,
  localStack: () => import('@countersign/infra/local'),
  describeGraphs,
  diagnose,
}

try {
  process.exitCode = await runProgram(process.argv.slice(2), context)
} catch (error) {
  process.exitCode = printError(
    createPrinter(process.stdout, process.stderr, { json: false, color: true, env: process.env }),
    error,
    process.env,
  )
}
