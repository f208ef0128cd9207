import { type CountersignClient, createClient } from '@countersign/client'
import { schema } from '@countersign/db'
import { Annotation, StateGraph } from '@langchain/langgraph'
import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres'
import { and, eq } from 'drizzle-orm'
import type { FilledScene } from './fill-scene.ts'
import { INGEST_DRAWING } from './ingest-drawing.ts'
import { INCIDENT } from './sample-requests.ts'
import { type Scene, TENANT } from './scene.ts'
import { goOn } from './walk-graph.ts'

/** Nothing listens there: what is ordered is kept until Temporal is. */
const NOBODY = '127.0.0.1:9'

/** What the pages of going back, comparing and keeping show. */
export interface TravelScene {
  client: CountersignClient
  /** The checkpoint after `extract` ran first. */
  extracted: string
  fork: string
  replay: string
  bulk: string
  close(): Promise<void>
}

/** The state of the small ingest graph, as its worker would register it. */
const STATE_SCHEMA = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    language: { type: 'string', enum: ['en', 'fr', 'zh'] },
    extraction: {
      type: 'object',
      properties: {
        issuer: { type: 'string' },
        documentType: { type: 'string' },
        total: { type: 'number' },
        confidence: { type: 'number' },
      },
      required: ['total'],
    },
    rejections: { type: 'array', items: { type: 'string' } },
    chunks: {},
  },
}

function clientOf(scene: Scene, user = 'ana'): CountersignClient {
  return createClient({
    databaseUrl: scene.databaseUrl,
    temporalAddress: NOBODY,
    temporalNamespace: 'default',
    tenant: TENANT,
    user,
    blobs: scene.blobs,
    maxBytes: 1_000_000,
  })
}

/** Two versions of the graph: the one the runs have, which says what its state holds, and a newer one. */
async function registerVersions({ database: { db } }: Scene): Promise<void> {
  const ingest = eq(schema.graphs.name, 'ingest')
  await db
    .update(schema.graphs)
    .set({ stateSchema: STATE_SCHEMA, registeredAt: new Date(Date.now() - 86_400_000) })
    .where(and(ingest, eq(schema.graphs.version, '1')))
  await db
    .insert(schema.graphs)
    .values({ name: 'ingest', version: '2', drawing: INGEST_DRAWING, stateSchema: STATE_SCHEMA, migratesFrom: ['1'] })
}

/** A replay from the first reading on, which takes it as it is, and what it would have written. */
async function replayed(scene: Scene, client: CountersignClient, run: string, extracted: string): Promise<string> {
  const { run: replay } = await client.forkRun(run, { checkpoint: extracted, sandbox: true, version: '1', reason: 'the new prompt' })
  await goOn(scene, replay)
  const { db } = scene.database
  await db.update(schema.runs).set({ status: 'done', next: [], finishedAt: new Date() }).where(eq(schema.runs.id, replay))
  await db.insert(schema.recordedEffects).values({
    tenant: TENANT,
    run: replay,
    task: 'task-index',
    node: 'index',
    name: 'index',
    ordinal: 0,
    data: { document: 'netpresse-2026-08.pdf', chunks: 12 },
  })
  return replay
}

/** Incidents of two kinds beside the one there is, so that there are groups. */
async function moreIncidents(scene: Scene): Promise<void> {
  for (const [index, title] of ['tenders-a.pdf', 'tenders-b.pdf', 'tenders-c.pdf'].entries()) {
    const message = `Page ${index + 3} could not be rendered: the colour space is not known.`
    const error = { code: 'bad_document', message, node: 'clean' }
    const run = await scene.run({ title, status: 'parked', next: ['clean'], error })
    await scene.review(run, { ...INCIDENT, title: `${title}: clean stopped`, proposal: error }, { node: 'clean' })
  }
}

/** Fills a scene further: forks, a replay, forks made together, incidents in groups, a run that nothing moves. */
export async function fillTravel(scene: Scene, { invoice, refund }: FilledScene): Promise<TravelScene> {
  await registerVersions(scene)
  const client = clientOf(scene)
  const checkpoints = await client.listCheckpoints(invoice.run)
  const extracted = checkpoints.find(({ nodes }) => nodes.includes('extract'))?.id ?? ''
  const values = { extraction: { documentType: 'invoice', issuer: 'Netpresse SARL', total: 1989, confidence: 1 } }
  const { run: fork } = await client.forkRun(invoice.run, { checkpoint: extracted, edit: { values }, reason: 'the sum with tax' })
  const replay = await replayed(scene, client, invoice.run, extracted)
  const { bulk } = await client.forkRuns({ of: { runs: [invoice.run] }, sandbox: true, version: '1', reason: 'the new prompt' })
  await moreIncidents(scene)
  const stalled = await client.getReview(refund)
  await scene.database.db.insert(schema.stalls).values({
    tenant: TENANT,
    run: stalled.run,
    reason: 'no_worker',
    data: { node: 'call_tool', queue: 'tools' },
    since: new Date(Date.now() - 14 * 60_000),
  })
  return { client, extracted, fork, replay, bulk: bulk ?? '', close: () => client.close() }
}

const Long = Annotation.Root({ count: Annotation<number>(), note: Annotation<string>() })

/** A run of so many checkpoints, by a real graph that goes round. */
export async function longRun(scene: Scene, steps: number): Promise<string> {
  const run = await scene.run({ graph: 'agent', title: `An agent of ${steps} steps`, status: 'done', next: [], finishedAt: new Date() })
  const saver = new PostgresSaver(scene.database.pool, undefined, { schema: 'langgraph' })
  const graph = new StateGraph(Long)
    .addNode('think', ({ count }) => ({ count: count + 1, note: `thought no. ${count + 1}` }))
    .addEdge('__start__', 'think')
    .addConditionalEdges('think', ({ count }) => (count < steps - 2 ? 'think' : '__end__'), ['think', '__end__'])
    .compile({ checkpointer: saver })
  await graph.invoke({ count: 0 }, { configurable: { thread_id: run }, recursionLimit: steps + 1 })
  const newest = await saver.getTuple({ configurable: { thread_id: run } })
  const checkpoint: unknown = newest?.config.configurable?.checkpoint_id
  if (typeof checkpoint === 'string') {
    await scene.database.db
      .update(schema.runs)
      .set({ checkpoint, step: steps - 2 })
      .where(eq(schema.runs.id, run))
  }
  return run
}
