import {
  announceChanges,
  appendAudit,
  type DbOrTx,
  findGraph,
  findRunByClientKey,
  type GraphRow,
  insertOutbox,
  insertRun,
  listGraphs,
} from '@countersign/db'
import { CountersignError, newRunId } from '@countersign/workflows/contract'
import { z } from 'zod'
import type { ClientContext } from './context.ts'
import { parseInput } from './parse-input.ts'
import { checkJson, checkText } from './storable.ts'

const startSchema = z.object({
  graph: z.string().min(1).max(200),
  version: z.string().min(1).max(200).optional(),
  input: z.unknown(),
  title: z.string().max(300).optional(),
  clientKey: z.string().min(1).max(200).optional(),
})

/** Larger things belong in the blob store, with their hash in the input. */
const INPUT_LIMIT = 1_000_000

/**
 * Starts a run of a registered graph (its newest version unless one is named). Returns when it is recorded; the workflow follows.
 * Safe to retry with a `clientKey`: the same key answers the same run.
 * Throws `graph_unknown`, `invalid_input`, `too_large`.
 */
export async function startRun(context: ClientContext, input: z.input<typeof startSchema>): Promise<{ run: string }> {
  const { tenant, user, database } = context
  const wanted = parseInput(startSchema, input)
  checkText('The start', [wanted.graph, wanted.version, wanted.title, wanted.clientKey].join(''))
  checkJson('The input of the run', wanted.input ?? null, { code: 'invalid_input', limit: INPUT_LIMIT })
  const { name, version } = await requireGraph(database.db, wanted)
  const run = {
    id: newRunId(),
    tenant,
    graph: name,
    version,
    title: wanted.title ?? name,
    input: wanted.input ?? null,
    document: null,
    createdBy: user,
    clientKey: wanted.clientKey ?? null,
  }
  const started = await database.db.transaction((tx) => recordRun(tx, run))
  if (started) {
    context.deliveries.begin({ topic: 'start', tenant, run: run.id })
    return { run: run.id }
  }
  return { run: await earlierRun(context, name, wanted.clientKey ?? '') }
}

/** The row, its audit entry and the message to Temporal, in the caller's transaction. False: the client key is taken. */
export async function recordRun(tx: DbOrTx, run: Parameters<typeof insertRun>[1]): Promise<boolean> {
  if (!(await insertRun(tx, run))) return false
  const { tenant, id, graph, version, document, createdBy } = run
  await appendAudit(tx, { tenant, actor: createdBy, event: 'run.started', run: id, document, data: { graph, version } })
  await insertOutbox(tx, { tenant, topic: 'start', run: id })
  await announceChanges(tx, [{ tenant, kind: 'run', id, run: id }])
  return true
}

/** The registered graph; throws `graph_unknown` that names those there are. */
export async function requireGraph(db: DbOrTx, { graph, version }: { graph: string; version?: string }): Promise<GraphRow> {
  const found = await findGraph(db, { name: graph, version })
  if (found) return found
  const known = (await listGraphs(db)).map((row) => `${row.name}@${row.version}`)
  const wanted = version === undefined ? graph : `${graph}@${version}`
  const hint = known.length > 0 ? `Registered are: ${known.join(', ')}.` : 'A worker registers its graphs when it starts, and none has yet.'
  throw new CountersignError('graph_unknown', `No worker has registered the graph "${wanted}". ${hint}`, { graph, known })
}

async function earlierRun({ tenant, database }: ClientContext, graph: string, clientKey: string): Promise<string> {
  const earlier = await findRunByClientKey(database.db, { tenant, clientKey })
  if (earlier?.graph === graph) return earlier.id
  throw new CountersignError('invalid_input', `The client key "${clientKey}" was used for a run of another graph. Use a new key.`, {
    clientKey,
  })
}
