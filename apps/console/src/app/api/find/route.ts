import { z } from 'zod'
import { getSentences } from '../../../frame/translator.ts'
import { findPlaces } from '../../../server/find-places.ts'
import { answerJson } from '../../../server/problems.ts'
import { openSession } from '../../../server/session.ts'

const querySchema = z.string().trim().min(1).max(200)

/** Reviews, runs and documents by title or id, for the command palette. */
export const GET = (request: Request): Promise<Response> =>
  answerJson(async () => {
    const { client } = await openSession()
    return findPlaces(client, await getSentences(), querySchema.parse(new URL(request.url).searchParams.get('q')))
  })
