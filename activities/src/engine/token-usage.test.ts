import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AIMessage } from '@langchain/core/messages'
import type { ChatResult } from '@langchain/core/outputs'
import { END, START, StateGraph } from '@langchain/langgraph'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../infra/test/database.ts'
import { defineGraph } from './define-graph.ts'
import { Notes } from './testing/line-graph.ts'
import { connectTestEngine, drive, insertRun, type TestEngine } from './testing/test-engine.ts'
import { countTokens } from './token-usage.ts'

/** Answers "yes" and says what that cost, as a provider's model does. */
class CostlyModel extends BaseChatModel {
  _llmType(): string {
    return 'costly'
  }
  async _generate(): Promise<ChatResult> {
    const message = new AIMessage({ content: 'yes', usage_metadata: { input_tokens: 100, output_tokens: 7, total_tokens: 107 } })
    return { generations: [{ text: 'yes', message }] }
  }
}

let database: TestDatabase
let engine: TestEngine

/** a asks a LangChain model twice, b asks another by itself, c asks none. */
const graph = defineGraph({
  name: 'costly',
  version: '1',
  graph: new StateGraph(Notes)
    .addNode('a', async () => {
      const model = new CostlyModel({})
      await model.invoke('one')
      await model.invoke('two')
      return { notes: ['a'] }
    })
    .addNode('b', async () => {
      countTokens({ input: 5, output: 1 })
      return { notes: ['b'] }
    })
    .addNode('c', async () => ({ notes: ['c'] }))
    .addEdge(START, 'a')
    .addEdge('a', 'b')
    .addEdge('b', 'c')
    .addEdge('c', END),
})

beforeAll(async () => {
  database = await createTestDatabase()
  engine = connectTestEngine(database.url, [graph])
})
afterAll(async () => {
  await engine.close()
  await database.drop()
})

test('what the models of a node cost stands with its attempt, and nothing with a node that asked none', async () => {
  const run = await insertRun(engine.database, graph, {})
  await drive(engine.deps, run)
  const { rows } = await engine.database.pool.query('select node, usage from countersign.attempts where run = $1 order by started_at', [
    run,
  ])
  const usage = Object.fromEntries(rows.map((row) => [row.node, row.usage]))
  expect(usage).toMatchObject({ a: { input: 200, output: 14, calls: 2 }, b: { input: 5, output: 1, calls: 1 }, c: null })
})
