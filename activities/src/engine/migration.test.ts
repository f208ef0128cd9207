import { Annotation, END, interrupt, START, StateGraph } from '@langchain/langgraph'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestDatabase, type TestDatabase } from '../../../infra/test/database.ts'
import { defineGraph, type GraphDefinition, type GraphMigration } from './define-graph.ts'
import { drive, postgresTier } from './testing/test-engine.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const answered = (answer: unknown) => z.object({ value: z.string() }).parse(answer).value

/** Asks twice in one node; its state counts in euros, or in cents. */
function refund(version: string, key: 'euros' | 'cents', node: string, migrate?: GraphMigration): GraphDefinition {
  const State = Annotation.Root({ [key]: Annotation<number>, answers: Annotation<string[]> })
  const graph = new StateGraph(State)
    .addNode(node, (state: Record<string, unknown>) => ({
      answers: [answered(interrupt(`${state[key]} ${key}`)), answered(interrupt(`sure about ${state[key]} ${key}`))],
    }))
    .addEdge(START, node)
    .addEdge(node, END)
  return defineGraph({ name: 'refund', version, graph, migrate })
}

const toCents: GraphMigration = { from: ['1'], state: ({ euros, ...rest }) => ({ ...rest, cents: Number(euros) * 100 }) }

it('a migrated run keeps what was answered and its open question; a version that lacks its next node is refused by name', async () => {
  const first = refund('1', 'euros', 'ask')
  const old = postgresTier(database.url, [first])
  const run = await old.addRun(first, { euros: 12 })
  const [one] = (await drive(old.deps, run)).waits
  await old.answer(one?.review ?? '', 'edit', 'yes')
  const [two] = (await drive(old.deps, run)).waits
  expect(await old.question(two?.review ?? '')).toBe('sure about 12 euros')
  await old.close()

  const renamed = postgresTier(database.url, [refund('2', 'cents', 'approve', toCents)])
  await expect(drive(renamed.deps, run)).rejects.toThrow('refund@2 takes over version 1, but has no node “ask”, which is next in this run.')
  await renamed.close()

  const third = refund('3', 'cents', 'ask', toCents)
  const tier = postgresTier(database.url, [third])
  expect((await drive(tier.deps, run)).waits.map(({ review }) => review)).toEqual([two?.review])
  await tier.answer(two?.review ?? '', 'edit', 'very')
  expect((await drive(tier.deps, run)).status).toBe('done')
  const history = []
  const { compiled } = tier.deps.graphs.get('refund', '3')
  for await (const { values, metadata } of compiled.getStateHistory({ configurable: { thread_id: run } }))
    history.push({ values, source: metadata?.source })
  expect(history.map(({ source }) => source)).toEqual(['loop', 'update', 'loop', 'input'])
  expect(history[0]?.values).toEqual({ cents: 1200, answers: ['yes', 'very'] })
  await tier.close()
})
