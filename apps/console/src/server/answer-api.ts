import { readEnvironment } from '@countersign/client'
import { handle } from '@countersign/client/http/server'
import { answerProblem, reportError } from './problems.ts'
import { openChange, openSession } from './session.ts'
import { shutdownSignal } from './shutdown.ts'

let maxBytes: number | undefined

/** Answers a request of the API as whoever sent it. Looking needs a session; all else passes the guard against other sites, too. */
export async function answerApi(request: Request): Promise<Response> {
  try {
    const { client } = await (request.method === 'GET' ? openSession() : openChange())
    maxBytes ??= readEnvironment().maxBytes
    return await handle(client, request, { maxBytes, closed: shutdownSignal(), report: reportError })
  } catch (error) {
    return answerProblem(error)
  }
}
