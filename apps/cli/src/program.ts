import { Command, CommanderError } from 'commander'
import { addReviewsAssign, addReviewsDue } from './commands/assign-review.ts'
import { addReviewsBatch, addReviewsResumeBatch } from './commands/batch-reviews.ts'
import { addRunsCancel } from './commands/cancel-run.ts'
import { addGraphCheck } from './commands/check-graphs.ts'
import { addReviewsClaim } from './commands/claim-review.ts'
import { addReviewsComment, addReviewsSendBack } from './commands/comment-review.ts'
import { addReviewsDecide, addReviewsEscalate } from './commands/decide-review.ts'
import { addGraphDescribe } from './commands/describe-graphs.ts'
import { addDoctor } from './commands/doctor.ts'
import { addDocumentsHold } from './commands/hold.ts'
import { addIngest } from './commands/ingest-documents.ts'
import { addDocumentsList } from './commands/list-documents.ts'
import { addGraphVersions } from './commands/list-graph-versions.ts'
import { addGraphList } from './commands/list-graphs.ts'
import { addReviewsList } from './commands/list-reviews.ts'
import { addRunsList } from './commands/list-runs.ts'
import { addModels } from './commands/models.ts'
import { addTokens, addUsers } from './commands/people.ts'
import { addPoliciesList, addPoliciesSet } from './commands/policies.ts'
import { addAudit, addNotifications } from './commands/record.ts'
import { addRetention } from './commands/retention.ts'
import { addSearch } from './commands/search-documents.ts'
import { addGraphShow } from './commands/show-graph.ts'
import { addReviewsShow } from './commands/show-review.ts'
import { addRunsShow } from './commands/show-run.ts'
import { addStack } from './commands/stack.ts'
import { addIncidents, addTimeTravel } from './commands/time-travel.ts'
import { EXIT_CODES, EXIT_MEANINGS, type ExitCode } from './exit-codes.ts'
import { examples, type Registrar } from './registrar.ts'
import { type CliContext, createAction } from './session.ts'

/**
 * Runs one command line (without node and script) and answers its exit code; never throws and never ends the process.
 * Everything is written to the context's stdout and stderr.
 */
export async function runProgram(argv: readonly string[], context: CliContext): Promise<ExitCode> {
  let code: ExitCode = EXIT_CODES.ok
  const program = createProgram({
    context,
    action: (command, work) =>
      createAction(context, command, work, (reported) => {
        code = reported
      }),
  })
  try {
    await program.parseAsync(withGraphVersion(argv), { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_CODES.ok : EXIT_CODES.invalid
    throw error
  }
}

/** After a command, `--version` can only be the graph's: commander would print the program's own, and do nothing. */
function withGraphVersion([first, ...rest]: readonly string[]): string[] {
  const meant = rest.map((argument) => argument.replace(/^--version(?==|$)/, '--graph-version'))
  return first === undefined ? [] : [first, ...meant]
}

/** The tree of commands. Nothing is opened here. */
export function createProgram(registrar: Registrar): Command {
  const { context } = registrar
  const program = new Command('countersign')
    .description('Documents and agent runs that stop for a person when they are not sure.')
    .option('--json', 'print data as JSON: one document, or one line per item of a list')
    .option('--tenant <name>', 'whose data (default: COUNTERSIGN_TENANT, else "default")')
    .option('--user <name>', 'who acts (default: COUNTERSIGN_USER, else the name you are logged in with)')
    .option(
      '--url <address>',
      'work over HTTP with this console, with the token in COUNTERSIGN_TOKEN (default: COUNTERSIGN_URL, else the database)',
    )
    .option('--no-color', 'no colours (NO_COLOR does the same)')
    .version('0.1.0', '--version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      writeErr: (text) => context.stderr.write(text),
      getOutHelpWidth: () => context.stdout.columns ?? 100,
      getErrHelpWidth: () => context.stderr.columns ?? 100,
      outputError: (text, write) => write(text),
    })
    .showHelpAfterError('       Run it with --help to see what is allowed.')
    .addHelpText(
      'after',
      `${examples('countersign stack start', 'countersign ingest invoice.pdf --wait', 'countersign reviews list', 'countersign search "notice period of the lease"')}\nExit codes:\n${exitCodeLines()}\n`,
    )
  addIngest(program, registrar)
  addRuns(program, registrar)
  addReviews(program, registrar)
  const policies = group(program, 'policies', 'who decides by when', 'countersign policies list')
  addPoliciesList(policies, registrar)
  addPoliciesSet(policies, registrar)
  addSearch(program, registrar)
  const documents = group(program, 'documents', 'look at documents, hold or delete one', 'countersign documents list')
  addDocumentsList(documents, registrar)
  addDocumentsHold(documents, registrar)
  const graph = group(program, 'graph', 'look at the registered graphs, check new ones', 'countersign graph show ingest')
  addGraphList(graph, registrar)
  addGraphShow(graph, registrar)
  addGraphVersions(graph, registrar)
  addGraphCheck(graph, registrar)
  addGraphDescribe(graph, registrar)
  addUsers(group(program, 'users', 'people, their roles and passwords', 'countersign users add ann --role reviewer'), registrar)
  addTokens(group(program, 'tokens', 'tokens for scripts and the API', 'countersign tokens create ci --scope read'), registrar)
  addAudit(group(program, 'audit', 'prove that the audit log is whole, or take it away', 'countersign audit verify'), registrar)
  addNotifications(group(program, 'notifications', 'who was told what', 'countersign notifications list --status dead'), registrar)
  addRetention(group(program, 'retention', 'how long checkpoints are kept', 'countersign retention plan'), registrar)
  addModels(group(program, 'models', 'the models of this machine', 'countersign models list'), registrar)
  addStack(group(program, 'stack', 'the database and Temporal of this machine', 'countersign stack start'), registrar)
  addDoctor(program, registrar)
  return program
}

function addRuns(program: Command, registrar: Registrar): void {
  const runs = group(program, 'runs', 'look at runs, go back in one, change it, move it on', 'countersign runs list --status parked')
  addRunsList(runs, registrar)
  addRunsShow(runs, registrar)
  addRunsCancel(runs, registrar)
  addTimeTravel(runs, registrar)
  addIncidents(group(program, 'incidents', 'parked runs by what stopped them', 'countersign incidents list'), registrar)
}

function addReviews(program: Command, registrar: Registrar): void {
  const reviews = group(program, 'reviews', 'look at what waits for a person, and decide it', 'countersign reviews list')
  addReviewsList(reviews, registrar)
  addReviewsShow(reviews, registrar)
  addReviewsClaim(reviews, registrar)
  addReviewsDecide(reviews, registrar)
  addReviewsEscalate(reviews, registrar)
  addReviewsAssign(reviews, registrar)
  addReviewsDue(reviews, registrar)
  addReviewsComment(reviews, registrar)
  addReviewsSendBack(reviews, registrar)
  addReviewsBatch(reviews, registrar)
  addReviewsResumeBatch(reviews, registrar)
}

function group(program: Command, name: string, description: string, example: string): Command {
  return program.command(name).description(description).addHelpText('after', examples(example))
}

function exitCodeLines(): string {
  return Object.entries(EXIT_MEANINGS)
    .map(([code, meaning]) => `  ${code.padStart(3)}  ${meaning}`)
    .join('\n')
}
