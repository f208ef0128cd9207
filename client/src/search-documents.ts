import { readChunks } from '@countersign/db'
import { CountersignError, DEFAULT_QUEUE, newRetrieveWorkflowId, type RetrieveInput, WORKFLOWS } from '@countersign/workflows/contract'
import type { Client } from '@temporalio/client'
import { z } from 'zod'
import type { ClientContext } from './context.ts'
import { checkText } from './storable.ts'
import { explainFailure } from './temporal/explain-failure.ts'
import type { SearchHit } from './types.ts'

const hitsSchema = z.array(z.object({ chunk: z.string(), score: z.number(), vector: z.number().optional(), text: z.number().optional() }))

const PATIENCE = 30_000
const QUERY_LIMIT = 2_000
const DEFAULT_HITS = 10
const MOST_HITS = 100

/**
 * Finds the passages that answer a question, best first. The worker embeds the question and ranks; texts are read here.
 * Safe to retry. Throws `invalid_input`, `unavailable` (no Temporal, no worker), and what the search itself throws
 * (`model_missing`, `dimension_mismatch`).
 */
export async function searchDocuments(context: ClientContext, query: string, options: { limit?: number } = {}): Promise<SearchHit[]> {
  const { tenant, database, temporal } = context
  const input = { tenant, query: checkQuery(query), limit: checkLimit(options.limit) }
  const found = await temporal.call(PATIENCE + 5_000, (client) => retrieve(client, input))
  const hits = hitsSchema.parse(found)
  const texts = new Map(
    (await readChunks(database.db, { tenant, chunks: hits.map(({ chunk }) => chunk) })).map((chunk) => [chunk.id, chunk]),
  )
  return hits.flatMap(({ chunk, score, vector, text: fullText }) => {
    const found = texts.get(chunk)
    // Replaced since it was found.
    if (found === undefined) return []
    const { document, name, ordinal, text, heading, page, vetted } = found
    return [{ document, name, chunk: ordinal, text, heading, page, vetted, score, vector, fullText }]
  })
}

function checkQuery(query: string): string {
  checkText('The question', query)
  const trimmed = query.trim()
  if (trimmed === '') throw new CountersignError('invalid_input', 'The question is empty.')
  if (trimmed.length > QUERY_LIMIT)
    throw new CountersignError('invalid_input', `The question has ${trimmed.length} characters; the limit is ${QUERY_LIMIT}.`)
  return trimmed
}

function checkLimit(limit: number = DEFAULT_HITS): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= MOST_HITS) return limit
  throw new CountersignError('invalid_input', `"limit" must be a whole number from 1 to ${MOST_HITS}.`)
}

async function retrieve(client: Client, input: RetrieveInput): Promise<unknown> {
  try {
    return await client.workflow.execute(WORKFLOWS.retrieve, {
      taskQueue: DEFAULT_QUEUE,
      workflowId: newRetrieveWorkflowId(input.tenant),
      args: [input],
      workflowExecutionTimeout: PATIENCE,
    })
  } catch (error) {
    throw explainFailure(error)
  }
}
