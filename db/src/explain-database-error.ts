import { CountersignError } from '@countersign/workflows/contract'
import { DrizzleQueryError } from 'drizzle-orm'

/** What a person can do about an error of Postgres (its SQLSTATE) or of the connection to it (the system's code). */
const WORDS: Record<string, string> = {
  ECONNREFUSED: 'does not answer. Start it (countersign stack start) or check DATABASE_URL.',
  ENOTFOUND: 'has an address that is not known. Check DATABASE_URL.',
  EAI_AGAIN: 'has an address that cannot be looked up now. Check DATABASE_URL and the network.',
  ECONNRESET: 'closed the connection. Try again.',
  EPIPE: 'closed the connection. Try again.',
  ETIMEDOUT: 'does not answer in time. Check DATABASE_URL and the network.',
  '57P01': 'is shutting down. Try again.',
  '57P02': 'is restarting after a crash. Try again.',
  '57P03': 'is starting up. Try again.',
  '53300': 'has no free connection. Raise max_connections or run fewer processes.',
  '53100': 'has no space left on its disk. Make room.',
  '40P01': 'ended a deadlock. Try again.',
  '28P01': 'refused the password. Check DATABASE_URL.',
  '28000': 'refused the user. Check DATABASE_URL.',
  '3D000': 'has no such database. Check DATABASE_URL.',
  '3F000': "has not been migrated: Countersign's tables are missing. Start a worker, which migrates.",
  '42P01': "has not been migrated: one of Countersign's tables is missing. Start a worker, which migrates.",
  '42501': 'refused the rows: they belong to another tenant, or the user of DATABASE_URL may not act as countersign_tenant.',
  '42703': "has not been migrated: one of Countersign's columns is missing. Start a worker, which migrates.",
}

/**
 * An error of a query as one a person can act on, without the statement and its parameters, which may hold document text:
 * `unavailable` where Postgres or the way to it is the reason, else `internal`. Any other error as it is.
 */
export function explainDatabaseError(error: unknown): unknown {
  const code = codeOf(error)
  const words = code === null ? undefined : WORDS[code]
  if (words !== undefined) return new CountersignError('unavailable', `Postgres ${words}`, { code }, { cause: rootOf(error) })
  const root = rootOf(error)
  if (root instanceof CountersignError) return root
  if (root instanceof Error && /invalid value for parameter "role"/.test(root.message)) {
    const message = "Postgres has not been migrated: Countersign's role is missing. Start a worker, which migrates."
    return new CountersignError('unavailable', message, { code }, { cause: root })
  }
  if (root instanceof Error && /^(Connection terminated|timeout exceeded when trying to connect)/.test(root.message)) {
    return new CountersignError('unavailable', 'Postgres gave no connection in time, or closed it. Try again.', {}, { cause: root })
  }
  if (!(error instanceof DrizzleQueryError)) return error
  return new CountersignError('internal', `A query failed (${code ?? 'no code'}).`, { code }, { cause: root })
}

/** The error below drizzle's, whose own message repeats the parameters. */
const rootOf = (error: unknown): unknown => (error instanceof DrizzleQueryError ? error.cause : error)

function codeOf(error: unknown): string | null {
  const root = rootOf(error)
  // Both addresses of "localhost" refused, for instance.
  const first = root instanceof AggregateError ? root.errors[0] : root
  if (first instanceof CountersignError) return null
  return first instanceof Error && 'code' in first && typeof first.code === 'string' ? first.code : null
}
