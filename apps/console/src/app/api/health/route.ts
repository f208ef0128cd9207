import { answerJson } from '../../../server/problems.ts'
import { openSession } from '../../../server/session.ts'

/** Whether the console can do its work, and what piles up. */
export const GET = (): Promise<Response> => answerJson(async () => (await openSession()).client.health())
