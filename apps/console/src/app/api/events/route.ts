import { answerProblem } from '../../../server/problems.ts'
import { openSession } from '../../../server/session.ts'
import { shutdownSignal } from '../../../server/shutdown.ts'
import { streamChanges } from '../../../server/stream-changes.ts'

/** Server-sent events: one per committed change, and a comment now and then so that dead connections are noticed. */
export async function GET(request: Request): Promise<Response> {
  try {
    const { client } = await openSession()
    return new Response(streamChanges(client, AbortSignal.any([request.signal, shutdownSignal()])), {
      headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
    })
  } catch (error) {
    return answerProblem(error)
  }
}
