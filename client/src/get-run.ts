import { findGraph, findRun, listAttempts, listReviewsOfRun } from '@countersign/db'
import { z } from 'zod'
import type { ClientContext } from './context.ts'
import { checkId, notFound } from './not-found.ts'
import { reviewSummary } from './review-view.ts'
import { attemptView, graphView, runSummary } from './run-view.ts'
import type { RunDetail } from './types.ts'

/** What a worker registered is JSON; a graph that nobody registered says nothing. */
const stateSchemaOf = (registered: unknown): RunDetail['stateSchema'] => z.record(z.string(), z.json()).catch({}).parse(registered)

/** A run with its attempts, its reviews and the drawing of its graph, as registered. Throws `not_found`. */
export async function getRun({ tenant, database: { db } }: ClientContext, run: string): Promise<RunDetail> {
  checkId('run', run)
  const row = await findRun(db, { tenant, run })
  if (row === null) throw notFound('run', run)
  const [attempts, reviews, graph] = await Promise.all([
    listAttempts(db, { tenant, run }),
    listReviewsOfRun(db, { tenant, run }),
    findGraph(db, { name: row.graph, version: row.version }),
  ])
  return {
    ...runSummary(row),
    attempts: attempts.map(attemptView),
    reviews: reviews.map(reviewSummary),
    drawing: graph && graphView(graph),
    stateSchema: stateSchemaOf(graph?.stateSchema),
  }
}
