import {
  type CheckpointPlace,
  costOfRun,
  findEndOfHistory,
  findRun,
  listReviewsOfRun,
  listSteps,
  type RunCost,
  type RunRow,
} from '@countersign/db'
import { z } from 'zod'
import type { ClientContext } from '../context.ts'
import { readValues } from '../get-state.ts'
import { checkId, notFound } from '../not-found.ts'

/** One run of a comparison, as far as it goes. */
export interface Side {
  row: RunRow
  /** Its newest state; null where it has none yet. */
  place: CheckpointPlace | null
  path: string[]
  cost: RunCost
  asked: { node: string; kind: string; title: string; verb: string | null }[]
  fields: Map<string, { value: unknown; confidence: number | null }>
}

export async function requireRun({ tenant, database: { db } }: ClientContext, run: string): Promise<RunRow> {
  checkId('run', run)
  const row = await findRun(db, { tenant, run })
  if (row === null) throw notFound('run', run)
  return row
}

/** Both runs; of one that the other was forked from, cost and questions count from where they part. */
export async function readSides(context: ClientContext, a: RunRow, b: RunRow): Promise<{ a: Side; b: Side }> {
  const parting = (of: RunRow, fork: RunRow) =>
    fork.parentRun === of.id ? (fork.fork?.root ?? fork.parentCheckpoint ?? undefined) : undefined
  const [sideA, sideB] = await Promise.all([readSide(context, a, parting(a, b)), readSide(context, b, parting(b, a))])
  return { a: sideA, b: sideB }
}

async function readSide(context: ClientContext, row: RunRow, from: string | undefined): Promise<Side> {
  const { tenant, database } = context
  const where = { tenant, run: row.id }
  const newest = row.checkpoint ?? (await findEndOfHistory(database.db, { ...where, end: 'newest' }))
  const place = newest === null ? null : { run: row.id, namespace: '', checkpoint: newest }
  const [path, cost, reviews, fields] = await Promise.all([
    pathOf(context, row),
    costOfRun(database.db, { ...where, from }),
    listReviewsOfRun(database.db, where),
    place === null ? new Map() : readFields(context, place),
  ])
  const asked = reviews.filter(({ checkpoint }) => from === undefined || checkpoint >= from)
  return { row, place, path, cost, asked: asked.map(({ node, kind, title, verb }) => ({ node, kind, title, verb })), fields }
}

/** Ancestors are followed so far. */
const MOST_ANCESTORS = 50

/** The nodes of a run in the order they ran; of a fork with those of its parent before it. */
async function pathOf({ tenant, database: { db } }: ClientContext, row: RunRow): Promise<string[]> {
  let path: string[] = []
  let [run, upTo]: [RunRow | null, string | undefined] = [row, undefined]
  for (let depth = 0; run !== null && depth < MOST_ANCESTORS; depth++) {
    const steps = await listSteps(db, { tenant, run: run.id, upTo })
    // A fork's first checkpoint holds what its parent did.
    path = [...steps.filter(({ source }) => source !== 'fork').flatMap(({ nodes }) => nodes), ...path]
    if (steps[0]?.source !== 'fork' || run.parentRun === null) break
    upTo = run.fork?.root ?? run.parentCheckpoint ?? undefined
    run = await findRun(db, { tenant, run: run.parentRun })
  }
  return path
}

const extractionSchema = z.object({
  fields: z.array(z.looseObject({ name: z.string(), value: z.unknown(), confidence: z.number().nullish() })),
})

/** The fields that were read from a document, where the state has them as the ingest graph keeps them. */
async function readFields(context: ClientContext, place: CheckpointPlace): Promise<Side['fields']> {
  const { extraction } = await readValues(context, { ...place, channels: ['extraction'] })
  const fields = extractionSchema.safeParse(extraction).data?.fields ?? []
  return new Map(fields.map(({ name, value, confidence }) => [name, { value: value ?? null, confidence: confidence ?? null }]))
}
