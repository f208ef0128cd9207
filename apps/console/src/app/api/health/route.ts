import { clientError } from '../../../server/client-error.ts'
import { consoleClient } from '../../../server/console-client.ts'
import { answerJson } from '../../../server/problems.ts'
import { openSession, type Session } from '../../../server/session.ts'

/** Nobody where it is a probe that asks. */
async function whoAsks(): Promise<Session | null> {
  try {
    return await openSession()
  } catch (error) {
    if (clientError(error)?.code === 'signed_out') return null
    throw error
  }
}

/** Whether the console can do its work; for whoever is signed in, with what piles up. */
export const GET = (): Promise<Response> =>
  answerJson(async () => {
    const session = await whoAsks()
    if (session) return await session.client.health()
    await consoleClient().accounts.ready()
    return {}
  })
