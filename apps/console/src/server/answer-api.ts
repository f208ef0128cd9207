import { handle } from '@countersign/client/http/server'
import { consoleClient } from './console-client.ts'
import { answerProblem, reportError } from './problems.ts'
import { openChange, openSession } from './session.ts'
import { shutdownSignal } from './shutdown.ts'

/** Answers a request of the API as whoever sent it. Looking needs a session; all else passes the guard against other sites, too. */
export async function answerApi(request: Request): Promise<Response> {
  try {
    const { client } = await (request.method === 'GET' ? openSession() : openChange())
    return await handle(client, request, { maxBytes: consoleClient().maxBytes, closed: shutdownSignal(), report: reportError })
  } catch (error) {
    return answerProblem(error)
  }
}
