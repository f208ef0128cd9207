import type { Database } from '@countersign/db'
import { Annotation, END, interrupt, Send, START, StateGraph } from '@langchain/langgraph'
import { defineGraph, type GraphDefinition } from '../../activities/src/engine/index.ts'
import { connectTestEngine, drive, insertRun, type TestEngine } from '../../activities/src/engine/testing/test-engine.ts'
import type { CountersignClient } from '../src/types.ts'
import { registerStates } from './register-states.ts'
import { type Scene, setScene } from './scene.ts'

const Notes = Annotation.Root({
  notes: Annotation<string[]>({ reducer: (all, more) => all.concat(more), default: () => [] }),
  total: Annotation<number>(),
})
const note = (text: string) => () => ({ notes: [text] })
const asks = (question: string) => () => {
  interrupt(question)
  return { notes: [question] }
}

/** a, then left and right side by side, of which left asks, then a join. */
const pair = (version: string, join = 'join') =>
  defineGraph({
    name: 'pair',
    version,
    graph: new StateGraph(Notes)
      .addNode('a', note('a'))
      .addNode('left', asks('left?'))
      .addNode('right', note('right'))
      .addNode(join, note('join'))
      .addEdge(START, 'a')
      .addEdge('a', 'left')
      .addEdge('a', 'right')
      .addEdge(['left', 'right'], join)
      .addEdge(join, END),
  })

/** A subgraph in a subgraph, the inner one of two steps, the second of which asks; another node beside the outer one. */
const nested = () => {
  const inner = new StateGraph(Notes)
    .addNode('first', note('first'))
    .addNode('second', asks('second?'))
    .addEdge(START, 'first')
    .addEdge('first', 'second')
    .compile()
  const outer = new StateGraph(Notes).addNode('deep', inner).addEdge(START, 'deep').compile()
  return defineGraph({
    name: 'nested',
    version: '1',
    graph: new StateGraph(Notes).addNode('outer', outer).addNode('beside', note('beside')).addEdge(START, 'outer').addEdge(START, 'beside'),
  })
}

const fan = defineGraph({
  name: 'fan',
  version: '1',
  graph: new StateGraph(Notes)
    .addNode('part', ({ total }) => ({ notes: [`part ${total}`] }))
    .addNode('ask', asks('ask?'))
    .addConditionalEdges(START, () => ['ask', ...[1, 2, 3].map((total) => new Send('part', { total, notes: [] }))], ['part', 'ask']),
})

export const GRAPHS = { pair: pair('1'), nested: nested(), fan }

/** A database with runs that the engine itself has made, without Temporal: for what goes back in them. */
export interface ForkStage {
  scene: Scene
  engine: TestEngine
  ada: CountersignClient
  /** A run that the engine has driven until it waits. */
  waiting(graph: GraphDefinition): Promise<string>
  /** Every row of every table that has to do with a run, whatever it is. */
  rowsOf(run: string): Promise<Record<string, unknown[]>>
  /** The checkpoint from which a node runs next. */
  before(run: string, node: string): Promise<string>
  close(): Promise<void>
}

export async function openForkStage(): Promise<ForkStage> {
  const scene = await setScene()
  const { database } = scene
  const engine = connectTestEngine(scene.url, Object.values(GRAPHS))
  const keys = { notes: { type: 'array' }, total: { type: 'number' } }
  await registerStates(database, { name: 'pair', version: '1', nodes: ['a', 'left', 'right', 'join'], keys })
  await registerStates(database, { name: 'nested', version: '1', nodes: ['outer', 'beside'], keys })
  await registerStates(database, { name: 'fan', version: '1', nodes: ['part', 'ask'], keys })
  const ada = scene.client({ tenant: 'test' })
  return {
    scene,
    engine,
    ada,
    async waiting(graph) {
      const run = await insertRun(database, graph, { notes: [], total: 1 })
      await drive(engine.deps, run)
      return run
    },
    rowsOf: (run) => rowsOf(database, run),
    before: async (run, node) => (await ada.listCheckpoints(run)).find(({ next }) => next.includes(node))?.id ?? '',
    async close() {
      await engine.close()
      await scene.close()
    },
  }
}

/** Every row of every table that has to do with a run, whatever it is. */
async function rowsOf(database: Database, run: string): Promise<Record<string, unknown[]>> {
  const { rows: tables } = await database.pool.query<{ name: string; run: string }>(`
    select c.oid::regclass::text as name, a.attname as run from pg_class c
    join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
    where c.relkind = 'r' and (n.nspname = 'langgraph' and a.attname = 'thread_id'
      or n.nspname = 'countersign' and (a.attname = 'run' or c.relname = 'runs' and a.attname = 'id')) order by 1`)
  const all: Record<string, unknown[]> = {}
  for (const { name, run: column } of tables) {
    const { rows } = await database.pool.query<{ row: string }>(`select t::text as row from ${name} t where ${column} = $1 order by 1`, [
      run,
    ])
    all[name] = rows.map(({ row }) => row)
  }
  return all
}
