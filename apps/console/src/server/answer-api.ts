import { handle } from '@countersign/client/http/server'
import { consoleClient } from './console-client.ts'
import { answerProblem, reportError } from './problems.ts'
import { openChange, openSession } from './session.ts'
import { shutdownSignal } from './shutdown.ts'
import { untilEnded } from './until-ended.ts'

/** Answers a request of the API as whoever sent it. Looking needs a session; all else passes the guard against other sites, too. */
export async function answerApi(request: Request): Promise<Response> {
  try {
    const isLook = request.method === 'GET' || request.method === 'HEAD'
    const session = await (isLook ? openSession() : openChange())
    const isStream = new URL(request.url).pathname.endsWith('/events')
    const closed = isStream ? AbortSignal.any([shutdownSignal(), untilEnded(session, request.signal)]) : shutdownSignal()
    return await handle(session.client, request, { maxBytes: consoleClient().maxBytes, closed, report: reportError })
  } catch (error) {
    return answerProblem(error)
  }
}
