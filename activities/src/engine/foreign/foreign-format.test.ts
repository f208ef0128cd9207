import { type ReviewRequest, reviewRequest, type Verb } from '@countersign/workflows/contract'
import { Annotation, END, interrupt, START, StateGraph } from '@langchain/langgraph'
import type { HumanInterrupt, HumanResponse } from '@langchain/langgraph/prebuilt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkDecision } from '../../../../client/src/check-decision.ts'
import { createTestDatabase, type TestDatabase } from '../../../../infra/test/database.ts'
import { defineGraph } from '../define-graph.ts'
import { interruptRequest } from '../interrupt-request.ts'
import { drive, postgresTier, type Tier } from '../testing/test-engine.ts'

interface Call {
  name: string
  args: Record<string, unknown>
}
const State = Annotation.Root({
  calls: Annotation<Call[]>(),
  messages: Annotation<string[]>({ reducer: (all, more) => all.concat(more), default: () => [] }),
})

/** What tools were run with, in order. */
let ran: Call[] = []
const run = (call: Call) => {
  ran.push(call)
  return `${call.name} done`
}

type Decision = { type: 'approve' } | { type: 'edit'; editedAction: Call } | { type: 'reject'; message?: string }
const ALLOWED: Record<string, Decision['type'][]> = {
  mail: ['approve', 'edit', 'reject'],
  refund: ['approve', 'reject'],
  wipe: ['approve', 'edit', 'reject'],
}

/** What LangChain's middleware does after the model has spoken: one interrupt for all calls, one decision for each. */
const middleware = new StateGraph(State)
  .addNode('review', ({ calls }) => {
    const reviewConfigs = calls.map(({ name }) => ({ actionName: name, allowedDecisions: ALLOWED[name] }))
    const actionRequests = calls.map((call) => ({ ...call, description: `May ${call.name} run?` }))
    const { decisions }: { decisions: Decision[] } = interrupt({ actionRequests, reviewConfigs })
    if (decisions.length !== calls.length) throw new Error(`${decisions.length} decisions for ${calls.length} calls`)
    const messages: string[] = []
    const revised = decisions.flatMap((decision, at) => {
      const call = calls[at]
      if (!call || !ALLOWED[call.name]?.includes(decision.type)) throw new Error(`Decision type '${decision.type}' is not allowed`)
      if (decision.type === 'edit') return [decision.editedAction]
      if (decision.type === 'approve') return [call]
      messages.push(decision.message ?? `User rejected ${call.name}`)
      return []
    })
    return { calls: revised, messages }
  })
  .addNode('tools', ({ calls }) => ({ messages: calls.map(run) }))
  .addEdge(START, 'review')
  .addEdge('review', 'tools')
  .addEdge('tools', END)

/** What graphs for Agent Inbox do: a list of one goes in, the first of a list comes out. */
const inbox = new StateGraph(State)
  .addNode('ask', ({ calls: [call] }) => {
    if (!call) return {}
    const request: HumanInterrupt = {
      action_request: { action: call.name, args: call.args },
      config: { allow_accept: true, allow_edit: true, allow_respond: true, allow_ignore: true },
      description: 'Please look at this **mail**.',
    }
    const [response] = interrupt<HumanInterrupt[], HumanResponse[]>([request])
    if (response?.type === 'accept') return { messages: [run(call)] }
    if (response?.type === 'edit' && typeof response.args === 'object' && response.args) {
      return { messages: [run({ name: response.args.action, args: response.args.args })] }
    }
    if (response?.type === 'response') return { messages: [`told: ${response.args}`] }
    return { messages: ['ignored'] }
  })
  .addEdge(START, 'ask')
  .addEdge('ask', END)

const plain = new StateGraph(State)
  .addNode('ask', () => ({ messages: [`Hello ${interrupt<string, string>('What is your name?')}`] }))
  .addEdge(START, 'ask')
  .addEdge('ask', END)

let created: TestDatabase
let tier: Tier
const graphs = {
  middleware: defineGraph({ name: 'middleware', version: '1', graph: middleware }),
  inbox: defineGraph({ name: 'inbox', version: '1', graph: inbox }),
  plain: defineGraph({ name: 'plain', version: '1', graph: plain }),
}
beforeAll(async () => {
  created = await createTestDatabase()
  tier = postgresTier(created.url, Object.values(graphs))
})
afterAll(async () => {
  await tier.close()
  await created.drop()
})

/** Runs a graph until it asks, answers, runs it to its end; answers what tools were run and what the agent was told. */
async function play(graph: keyof typeof graphs, calls: Call[], verb: Verb, value?: unknown): Promise<{ ran: Call[]; messages: unknown }> {
  ran = []
  const id = await tier.addRun(graphs[graph], { calls, messages: [] })
  const asked = await drive(tier.deps, id)
  expect(ran).toEqual([])
  await tier.answer(asked.waits[0]?.review ?? '', verb, value)
  expect((await drive(tier.deps, id)).status).toBe('done')
  const { values } = await tier.deps.graphs.get(graph, '1').compiled.getState({ configurable: { thread_id: id } })
  return { ran, messages: values.messages }
}

const mail: Call = { name: 'mail', args: { to: 'kaya@example.org', text: 'Hi' } }
const refund: Call = { name: 'refund', args: { order: 'A-17', amount: 120 } }
const wipe: Call = { name: 'wipe', args: { path: '/' } }

describe('LangChain’s human-in-the-loop middleware', () => {
  it('runs what was approved', async () => {
    expect(await play('middleware', [mail], 'approve', mail)).toEqual({ ran: [mail], messages: ['mail done'] })
  })

  it('does not run a call that was rejected', async () => {
    expect(await play('middleware', [mail], 'reject')).toEqual({ ran: [], messages: ['User rejected mail'] })
  })

  it('runs an edited call once, with the edited arguments, and not the original', async () => {
    const edited = { ...mail, args: { to: 'kaya@example.org', text: 'Dear Ms Kaya' } }
    expect(await play('middleware', [mail], 'edit', edited)).toEqual({ ran: [edited], messages: ['mail done'] })
  })

  it('is not told the tool of an edit by whoever edits', async () => {
    const { ran: calls } = await play('middleware', [mail], 'edit', { ...wipe, args: { to: 'x' } })
    expect(calls).toEqual([{ name: 'mail', args: { to: 'x' } }])
  })

  it('keeps the approved siblings of a rejected call, and the edited ones', async () => {
    const edited = { ...mail, args: { to: 'billing@example.org' } }
    const value = [edited, { ...wipe, args: 'Never the root.' }, refund]
    expect(await play('middleware', [mail, wipe, refund], 'edit', value)).toEqual({
      ran: [edited, refund],
      messages: ['Never the root.', 'mail done', 'refund done'],
    })
  })

  it('has one answer for all calls where that is meant', async () => {
    expect((await play('middleware', [mail, refund], 'approve', [mail, refund])).ran).toEqual([mail, refund])
    expect((await play('middleware', [mail, refund], 'reject')).ran).toEqual([])
  })
})

describe('a graph made for Agent Inbox', () => {
  const edited = { action: 'mail', args: { to: 'x' } }
  it.each<[Verb, unknown, Call[], string]>([
    ['approve', { action: 'mail', args: mail.args }, [mail], 'mail done'],
    ['edit', edited, [{ name: 'mail', args: { to: 'x' } }], 'mail done'],
    ['edit', { action: 'wipe', args: { to: 'x' } }, [{ name: 'mail', args: { to: 'x' } }], 'mail done'],
    ['respond', 'Be more polite.', [], 'told: Be more polite.'],
    ['ignore', null, [], 'ignored'],
  ])('understands “%s” %j', async (verb, value, calls, message) => {
    expect(await play('inbox', [mail], verb, value)).toEqual({ ran: calls, messages: [message] })
  })
})

describe('a plain interrupt', () => {
  it('gets a response as it was given', async () => {
    expect((await play('plain', [], 'respond', 'Ada')).messages).toEqual(['Hello Ada'])
  })

  it('can be answered with any value', () => {
    const request = interruptRequest('ask', 'How many?')
    for (const value of ['three', 3, { n: 3 }, null])
      expect(checkDecision(request, { review: 'rv', verb: 'respond', value })).toEqual(value)
    expect(() => checkDecision(request, { review: 'rv', verb: 'respond' })).toThrow('Give the answer')
  })

  it('is shown as it is, and can be answered freely', () => {
    expect(interruptRequest('ask', { anything: [1] })).toMatchObject({
      kind: 'custom',
      verbs: ['approve', 'edit', 'reject', 'respond'],
      proposal: { anything: [1] },
      dialect: 'plain',
    })
  })
})

describe('the review of tool calls', () => {
  const requestOf = (calls: Call[]): ReviewRequest =>
    interruptRequest('review', {
      actionRequests: calls,
      reviewConfigs: calls.map(({ name }) => ({ actionName: name, allowedDecisions: ALLOWED[name], argsSchema: SCHEMAS[name] })),
    })
  const SCHEMAS: Record<string, object | undefined> = {
    mail: { type: 'object', properties: { to: { type: 'string' }, text: { type: 'string' } }, required: ['to'] },
  }
  const decide = (calls: Call[], verb: Verb, value?: unknown) =>
    checkDecision(requestOf(calls), { review: 'rv', verb, value: JSON.parse(JSON.stringify(value ?? null)), reason: 'because' })

  it('of one call offers what its tool allows, and shows its description', () => {
    expect(requestOf([mail])).toMatchObject({ kind: 'tool', title: 'mail', verbs: ['approve', 'edit', 'reject'], proposal: mail })
    expect(requestOf([refund])).toMatchObject({ verbs: ['approve', 'reject'], dialect: 'langchain-hitl' })
    expect(requestOf([mail, refund])).toMatchObject({ title: 'mail, refund', verbs: ['approve', 'reject', 'edit'] })
  })

  it('takes an edit of the arguments that fits their schema, of no other tool', () => {
    expect(decide([mail], 'edit', { ...mail, args: { to: 'x' } })).toEqual({ ...mail, args: { to: 'x' } })
    expect(() => decide([mail], 'edit', { ...mail, args: { to: 1 } })).toThrow('does not fit')
    expect(() => decide([mail], 'edit', { ...wipe, args: { to: 'x' } })).toThrow('never which tool')
    expect(() => decide([refund], 'edit', refund)).toThrow('cannot be answered with "edit"')
  })

  it('of several takes an edit that decides each, and none that edits what may only be approved', () => {
    const calls = [mail, refund]
    for (const value of [calls, [mail, { ...refund, args: null }], [{ ...mail, args: 'No.' }, refund]]) {
      expect(decide(calls, 'edit', value)).toEqual(value)
    }
    for (const value of [
      [mail],
      [refund, mail],
      [mail, { ...refund, args: { ...refund.args, amount: 1 } }],
      [mail, { ...refund, args: 3 }],
    ]) {
      expect(() => decide(calls, 'edit', value)).toThrow(/does not fit|never which tool/)
    }
  })
})

describe('a request without verbs', () => {
  it('is answered as its kind is', () => {
    expect(reviewRequest({ kind: 'approval', title: 'Well?', proposal: 1 }).verbs).toEqual(['approve', 'reject'])
    expect(reviewRequest({ kind: 'question', title: 'When?', proposal: null }).verbs).toEqual(['respond'])
  })
})
