import { schema } from '@countersign/db'
import { Annotation, interrupt, StateGraph } from '@langchain/langgraph'
import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres'
import { eq } from 'drizzle-orm'
import type { Scene } from './scene.ts'

const State = Annotation.Root({
  name: Annotation<string>(),
  language: Annotation<string>(),
  extraction: Annotation<Record<string, unknown>>(),
  rejections: Annotation<string[]>({ reducer: (before, after) => [...before, ...after], default: () => [] }),
})

type Update = Partial<typeof State.State>

/** A small ingest graph: reads, is sent back once, reads again, then waits for a person; or takes what it reads first and asks nobody. */
function smallGraph({ asks = true } = {}) {
  const extract = ({ rejections }: typeof State.State): Update => {
    const total = rejections.length === 0 ? 1615.83 : 1989
    const fields = [{ name: 'total', value: total, confidence: 0.61 }]
    return { extraction: { documentType: 'invoice', issuer: 'Netpresse SARL', total, confidence: 0.61, fields } }
  }
  return new StateGraph(State)
    .addNode('load', (): Update => ({ name: 'netpresse-2026-08.pdf' }))
    .addNode('clean', (): Update => ({ language: 'fr' }))
    .addNode('extract', extract)
    .addNode('quality_check', (): Update => ({}))
    .addNode('human_review', ({ rejections }): Update => {
      if (!asks) return {}
      if (rejections.length === 0) return { rejections: ['that is the sum without tax'] }
      interrupt('the total')
      return {}
    })
    .addNode('split', (): Update => ({}))
    .addEdge('__start__', 'load')
    .addEdge('load', 'clean')
    .addEdge('clean', 'extract')
    .addEdge('extract', 'quality_check')
    .addEdge('quality_check', 'human_review')
    .addConditionalEdges('human_review', ({ extraction }) => (!asks || extraction.total === 1989 ? 'split' : 'extract'), [
      'split',
      'extract',
    ])
    .addEdge('split', '__end__')
}

/** Takes a run through a real graph until it waits, so that it has LangGraph's own checkpoints and the attempts beside them. */
export async function walkGraph(scene: Scene, run: string): Promise<void> {
  const { pool, db } = scene.database
  const saver = new PostgresSaver(pool, undefined, { schema: 'langgraph' })
  const graph = smallGraph().compile({ checkpointer: saver })
  const config = { configurable: { thread_id: run } }
  await graph.invoke({}, { ...config, durability: 'sync' })
  const history = []
  for await (const snapshot of graph.getStateHistory(config)) history.unshift(snapshot)
  const start = Date.now() - 240_000
  for (const [index, snapshot] of history.entries()) {
    const checkpoint: unknown = snapshot.config.configurable?.checkpoint_id
    const last = index === history.length - 1
    for (const task of snapshot.tasks) {
      if (typeof checkpoint !== 'string' || task.name === '__start__') continue
      const startedAt = new Date(start + index * 1_300)
      const finishedAt = last ? null : new Date(startedAt.getTime() + 180 + index * 90)
      await scene.attempt(run, {
        node: task.name,
        task: task.id,
        checkpoint,
        step: index - 1,
        status: last ? 'waiting' : 'done',
        startedAt,
        finishedAt,
        usage: task.name === 'extract' ? { input: 1_840, output: 212, calls: 1 } : null,
      })
    }
    if (last && typeof checkpoint === 'string') {
      await db
        .update(schema.runs)
        .set({ checkpoint, step: index - 1, next: ['human_review'] })
        .where(eq(schema.runs.id, run))
    }
  }
}

/** Takes a fork to its end from the checkpoint that it begins with, by the same graph, which asks nobody this time. */
export async function goOn(scene: Scene, run: string): Promise<void> {
  const saver = new PostgresSaver(scene.database.pool, undefined, { schema: 'langgraph' })
  const graph = smallGraph({ asks: false }).compile({ checkpointer: saver })
  await graph.invoke(null, { configurable: { thread_id: run }, durability: 'sync' })
  const newest = await saver.getTuple({ configurable: { thread_id: run } })
  const checkpoint: unknown = newest?.config.configurable?.checkpoint_id
  const step = newest?.metadata?.step ?? 0
  if (typeof checkpoint === 'string') await scene.database.db.update(schema.runs).set({ checkpoint, step }).where(eq(schema.runs.id, run))
}
