import type { ERROR_CODES, ErrorCode } from '@countersign/client'

type Status = (typeof ERROR_CODES)[ErrorCode]['status']

/** Every exit code of the `countersign` command. Numbers are a promise to scripts: they are only ever added to. */
export const EXIT_CODES = {
  ok: 0,
  internal: 1,
  invalid: 2,
  notFound: 3,
  conflict: 4,
  unavailable: 5,
  unfinished: 6,
  refused: 7,
  tampered: 8,
  found: 9,
  interrupted: 130,
} as const
export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES]

export const EXIT_MEANINGS: Record<ExitCode, string> = {
  0: 'done',
  1: 'an error inside Countersign',
  2: 'wrong usage, or input that cannot be taken (bad option, unreadable or empty file, malformed decision)',
  3: 'no such run, review, document or graph',
  4: 'conflict: somebody else was first, or the thing has changed since',
  5: 'a service or a model is not there (database, Temporal, worker); trying again can help',
  6: 'not finished: with --wait, a run waits for a person, is parked, was stopped, or is still under way',
  7: 'not allowed: signed out, wrong token, or a role that may not do this',
  8: 'the audit log does not hold: something in it was changed, removed, moved, put in or cut off',
  9: 'the check found something: runs that could not go on, or a part of the installation that does not work',
  130: 'interrupted with Ctrl-C',
}

/** The compiler asks for a line here when an error code with a new status is added. */
const BY_STATUS: Record<Status, ExitCode> = {
  400: EXIT_CODES.invalid,
  401: EXIT_CODES.refused,
  403: EXIT_CODES.refused,
  404: EXIT_CODES.notFound,
  409: EXIT_CODES.conflict,
  413: EXIT_CODES.invalid,
  415: EXIT_CODES.invalid,
  422: EXIT_CODES.invalid,
  429: EXIT_CODES.unavailable,
  500: EXIT_CODES.internal,
  502: EXIT_CODES.unavailable,
  503: EXIT_CODES.unavailable,
}

const BY_NUMBER = new Map(Object.entries(BY_STATUS).map(([status, code]) => [Number(status), code]))
const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH', 'EPIPE'])

/**
 * The exit code of an error. A CountersignError is known by its shape, not by its class, so that this table is there
 * before the client is loaded: `--help` must not wait for a database driver.
 */
export function exitCodeOf(error: unknown): ExitCode {
  if (!(error instanceof Error)) return EXIT_CODES.internal
  if (error.name === 'AbortError') return EXIT_CODES.interrupted
  if ('status' in error && typeof error.status === 'number') return BY_NUMBER.get(error.status) ?? EXIT_CODES.internal
  if (isUnreachable(error)) return EXIT_CODES.unavailable
  return 'retryable' in error && error.retryable === true ? EXIT_CODES.unavailable : EXIT_CODES.internal
}

/** Whether a socket could not be opened or was lost, anywhere along the chain of causes. */
function isUnreachable(error: Error): boolean {
  if ('code' in error && typeof error.code === 'string' && UNREACHABLE.has(error.code)) return true
  if (error instanceof AggregateError && error.errors.some((one) => one instanceof Error && isUnreachable(one))) return true
  return error.cause instanceof Error && isUnreachable(error.cause)
}
