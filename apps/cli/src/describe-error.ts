import type { ErrorCode } from '@countersign/client'
import { EXIT_CODES, type ExitCode, exitCodeOf } from './exit-codes.ts'

/** What to do about an error, for the second line under its message. */
const ADVICE: Record<ErrorCode, string> = {
  not_found:
    'Look for the id with `countersign runs list`, `reviews list`, `documents list` or `graph list`; --tenant names another tenant.',
  invalid_input: 'Correct the argument named above; `--help` shows what is allowed.',
  empty_file: 'Give a file that holds something.',
  unreadable_file: 'Check that the file opens in its own program, and export it again.',
  unsupported_type: 'Give a PDF, a text, a Markdown or an HTML file.',
  too_large: 'Split the file, or raise COUNTERSIGN_MAX_BYTES (bytes).',
  password_required: 'Save the file without its password and ingest that.',
  wrong_password: 'Answer the review with the right password, or save the file without one.',
  kind_mismatch: 'Leave out --kind, or name the kind that the file is.',
  no_transcript: 'Take in the recording itself.',
  disallowed_by_site: 'Ask the owner of the site, or name another page.',
  no_text: 'Give a version of the file with a text layer.',
  signed_out: 'Make a token with `countersign tokens create` and set COUNTERSIGN_TOKEN.',
  wrong_credentials: 'Check the name and the token or password.',
  forbidden: 'Ask an admin for the role, or use a token with the scope.',
  not_yours_to_decide: 'See who may with `countersign reviews show <review>`, or hand it on with `--verb escalate`.',
  too_many_attempts: 'Wait a few minutes, then try again.',
  already_voted: 'Wait for the others; see `countersign reviews show <review>`.',
  claimed_by_other: 'Wait until it is released, or pick another with `countersign reviews list --free`.',
  ambiguous: 'Name the review: see `countersign reviews list --run <run>`.',
  run_passed: 'The run has gone on: fork it from the checkpoint before.',
  conflict: 'Look at it again, then repeat the command.',
  on_hold: 'Ask an admin to lift the legal hold.',
  already_decided: 'See what was decided with `countersign reviews show <review>`.',
  changed_since_shown: 'Read it again with `countersign reviews show <review>`, then decide.',
  verb_not_allowed: 'See the verbs that are open with `countersign reviews show <review>`.',
  invalid_decision: 'See the expected fields with `countersign reviews show <review> --json`.',
  run_ended: 'See how it ended with `countersign runs show <run>`.',
  graph_unknown: 'Start a worker that registers this graph and version, or use one of `countersign graph list`.',
  superseded: 'Read it again and repeat the command.',
  dimension_mismatch: 'Use the embedding model that the index was made with, or ingest again into a new index.',
  model_missing: 'Install or name the model (COUNTERSIGN_MODELS, OPENAI_BASE_URL, MISTRAL_API_KEY).',
  model_failed: 'Try again in a moment.',
  redo_limit: 'Edit the fields, skip the step or abort the run instead.',
  unavailable: 'See what runs with `countersign stack status`, start it with `countersign stack start` (and a worker), then try again.',
  internal: 'Run it again with COUNTERSIGN_DEBUG=1 to see where it happened.',
}

/** An error as the user sees it: `message` what happened, `advice` what to do, `exit` the code of the process. */
export interface DescribedError {
  code: string
  message: string
  advice: string
  exit: ExitCode
}

const OWN_ADVICE = /^(.+?[.!?:]) ((?:See|Run|Start|Check|Use|Raise|Name|Send|Mend|Save|Split|Correct|Try)\b.*)$/

/** Puts any thrown value into one line that says what happened and one that says what to do. */
export function describeError(error: unknown): DescribedError {
  const exit = exitCodeOf(error)
  const said = messageOf(error)
  const code = codeOf(error, exit)
  if (code === 'interrupted') return { code, message: 'Interrupted', advice: 'Nothing is lost: runs go on without this command.', exit }
  // A message that knows better what to do than its code does says so itself, after the first sentence.
  const [, message = said, advice = ADVICE[code]] = OWN_ADVICE.exec(said) ?? []
  return { code, message, advice, exit }
}

function codeOf(error: unknown, exit: ExitCode): ErrorCode | 'interrupted' {
  if (error instanceof Error && 'code' in error && isErrorCode(error.code)) return error.code
  if (exit === EXIT_CODES.interrupted) return 'interrupted'
  return exit === EXIT_CODES.unavailable ? 'unavailable' : 'internal'
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ADVICE, code)
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // The SQL of a failed query helps nobody at a terminal; what the database answered does.
  if ('query' in error && error.cause instanceof Error) return `The database: ${messageOf(error.cause)}`
  // Node leaves the message of a failed connection to several addresses empty.
  const message = error.message === '' && error instanceof AggregateError ? error.errors.map(messageOf).join('; ') : error.message
  return message.replaceAll(/\s*\n\s*/g, ' ').trim() || error.name
}
