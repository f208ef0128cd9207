import { randomBytes } from 'node:crypto'
import { type Sentence, said } from '@countersign/client/contract'
import { headers } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import { ZodError } from 'zod'
import { PATH_HEADER, signInAddress } from '../signin/return-path.ts'
import { clientError } from './client-error.ts'
import { writeDigest } from './page-problem.ts'
import { RefusedError } from './session.ts'

/** A failed call as the browser gets it: what happened and what to do, whether trying again can help, who to ask. */
export interface Problem {
  code: string
  message: string
  retryable: boolean
  details: Record<string, unknown>
  says?: Sentence | null
}

function problemOf(error: unknown): { status: number; problem: Problem } {
  const known = clientError(error)
  if (known) {
    const { status, ...problem } = known
    return { status, problem }
  }
  if (error instanceof RefusedError) {
    const code = error.status === 415 ? 'unsupported_type' : error.status === 403 ? 'forbidden' : 'invalid_input'
    return { status: error.status, problem: { code, message: error.message, retryable: false, details: {}, says: error.says } }
  }
  if (error instanceof ZodError) {
    const message = error.issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`).join('; ')
    return { status: 400, problem: { code: 'invalid_input', message, retryable: false, details: {} } }
  }
  const reference = reportError(error)
  const { english, says } = said('door.broken', { reference })
  return { status: 500, problem: { code: 'internal', message: english, retryable: true, details: { reference }, says } }
}

/** Keeps an error that nobody foresaw in the log, and answers the reference under which it stands there. */
export function reportError(error: unknown): string {
  const reference = randomBytes(4).toString('hex')
  process.stderr.write(
    `${JSON.stringify({ level: 'error', reference, error: String(error), stack: error instanceof Error ? error.stack : '' })}\n`,
  )
  return reference
}

/** Runs the body of a route and answers its JSON; an error becomes its status and a {@link Problem}. */
export async function answerJson(work: () => Promise<unknown>): Promise<Response> {
  try {
    return Response.json(await work(), { headers: { 'cache-control': 'no-store' } })
  } catch (error) {
    return answerProblem(error)
  }
}

/** The response for an error. */
export function answerProblem(error: unknown): Response {
  const { status, problem } = problemOf(error)
  return Response.json({ error: problem }, { status, headers: { 'cache-control': 'no-store' } })
}

/** An error on its way to the error page; Next.js keeps nothing of it but `digest`, so that is what it says. */
class PageError extends Error {
  readonly digest: string
  constructor(problem: Problem, cause: unknown) {
    super(problem.message, { cause })
    this.name = 'PageError'
    this.digest = writeDigest(problem)
  }
}

/**
 * Runs the reading part of a page. Who is signed out is sent to sign in and back here, what is not there becomes the 404 page, and
 * anything else the error page with a sentence.
 */
export async function readForPage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { status, problem } = problemOf(error)
    if (status === 401) redirect(signInAddress((await headers()).get(PATH_HEADER)))
    if (status === 404) notFound()
    throw new PageError(problem, error)
  }
}
