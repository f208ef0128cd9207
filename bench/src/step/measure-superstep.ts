import { defineGraph } from '@countersign/activities/engine'
import { connectTestEngine, drive, insertRun } from '@countersign/activities/engine/testing'
import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres'
import { type Spread, spreadOf } from '../spread.ts'
import { LINE_STEPS, lineGraph } from './bench-graphs.ts'

/**
 * What one superstep costs, in milliseconds: the engine (claim, load, run, commit with the run's row) and plain LangGraph.js with
 * PostgresSaver, run after run in turn on the same database, so that both meet the same noise.
 */
export async function measureSuperstep(
  databaseUrl: string,
  ms: number,
  runs: number,
): Promise<{ engine: Spread; plain: Spread; ratio: number }> {
  const graph = defineGraph({ name: `bench-line-${ms}`, version: '1', graph: lineGraph(ms) })
  const { deps, database, close } = connectTestEngine(databaseUrl, [graph])
  const saver = new PostgresSaver(database.pool, undefined, { schema: 'plain' })
  await saver.setup()
  const plainGraph = lineGraph(ms).compile({ checkpointer: saver })
  const engine: number[] = []
  const plain: number[] = []
  for (let i = -3; i < runs; i++) {
    const run = await insertRun(database, graph, { n: 0 })
    const engineTime = await timed(() => drive(deps, run))
    const plainTime = await timed(() => plainGraph.invoke({ n: 0 }, { configurable: { thread_id: `plain-${ms}-${i}` } }))
    if (i < 0) continue
    engine.push(engineTime / LINE_STEPS)
    plain.push(plainTime / LINE_STEPS)
  }
  await close()
  const ratios = engine.map((time, i) => time / (plain[i] ?? time))
  return { engine: spreadOf(engine), plain: spreadOf(plain), ratio: spreadOf(ratios).median }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
