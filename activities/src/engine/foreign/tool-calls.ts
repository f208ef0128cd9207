import { isDeepStrictEqual } from 'node:util'
import { CountersignError, type Dialect, type ReviewRequest, said, type Verb } from '@countersign/workflows/contract'
import { z } from 'zod'

export type Json = z.infer<ReturnType<typeof z.json>>
export const argumentsSchema = z.record(z.string(), z.json())

/** One tool call that a person is asked about, whatever format it was asked in. */
export interface ToolCall {
  /** As the format writes it: the tool's name and its `args`. What a person edits is `args` alone. */
  call: { args: Record<string, Json> } & Record<string, Json>
  tool: string
  verbs: Verb[]
  argsSchema?: Record<string, Json>
  description?: string
}

/** The answer to one of the calls. `reject` has no value but perhaps words; `edit` has the whole new arguments. */
export type CallAnswer =
  | { verb: 'approve' }
  | { verb: 'edit'; args: Record<string, Json> }
  | { verb: 'reject'; message: string | null }
  | { verb: 'respond'; message: string }
  | { verb: 'ignore' }

/** In the order in which they are offered. */
const VERBS: readonly Verb[] = ['approve', 'edit', 'respond', 'reject', 'ignore']

/**
 * One review for all calls of one interrupt. A single call is proposed as it is, several as their list; approve, reject, respond and
 * ignore then count for all of them, where all allow it, and an edit decides each: arguments as they were approve it, other
 * arguments edit it, null or a text in their place refuses it.
 */
export function toolReview(dialect: Dialect, calls: ToolCall[]): ReviewRequest {
  const [first] = calls
  if (!first) throw unfit('There is no tool call to decide.')
  const many = calls.length > 1
  const offered = VERBS.filter((verb) => calls.every(({ verbs }) => verbs.includes(verb)))
  const verbs = many && !offered.includes('edit') ? [...offered, 'edit' as const] : offered
  const editable = verbs.includes('edit')
  const described = calls.flatMap(({ description }) => description ?? [])
  return {
    countersign: 1,
    kind: 'tool',
    ...titleOf(calls),
    reason: described.join('\n\n').slice(0, 2000),
    verbs: verbs.length > 0 ? verbs : ['ignore'],
    proposal: many ? calls.map(({ call }) => call) : first.call,
    schema: editable ? (many ? listSchema(calls) : callSchema(first)) : undefined,
    dialect,
  }
}

/** The names of the tools stand for themselves; where there is none, it is said. */
function titleOf(calls: ToolCall[]): Pick<ReviewRequest, 'title' | 'titleSays'> {
  const tools = calls.map(({ tool }) => tool).join(', ')
  if (tools !== '') return { title: tools.slice(0, 300) }
  const { english, says } = said('title.toolCall')
  return { title: english, titleSays: says }
}

/**
 * What a decision on such a review says of each call. The names of the tools come from the request, never from the answer.
 * Throws `invalid_decision` for an edit that does not fit.
 */
export function answersOf(calls: ToolCall[], decision: { verb: Verb; value: unknown; reason: string | null }): CallAnswer[] {
  const { verb, value, reason } = decision
  if (verb !== 'edit') return calls.map(() => sameForAll(verb, value, reason))
  const edits = calls.length > 1 ? z.array(z.unknown()).parse(value) : [value]
  if (edits.length !== calls.length) throw unfit(`There are ${calls.length} tool calls to decide, not ${edits.length}.`)
  return calls.map((call, at) => oneOfMany(call, edits[at], reason))
}

function sameForAll(verb: Verb, value: unknown, reason: string | null): CallAnswer {
  switch (verb) {
    case 'approve':
    case 'ignore':
      return { verb }
    case 'respond':
      return { verb, message: z.string().parse(value) }
    case 'reject':
      return { verb, message: reason }
    default:
      throw unfit(`A tool call cannot be answered with “${verb}”.`)
  }
}

const editSchema = z.object({ args: z.union([argumentsSchema, z.string(), z.null()]) })

function oneOfMany({ call, tool, verbs }: ToolCall, edit: unknown, reason: string | null): CallAnswer {
  const edited = editSchema.safeParse(edit)
  if (!edited.success) throw unfit(`The edit of ${tool} needs its arguments in “args”.`)
  const { args } = edited.data
  if (args === null || typeof args === 'string') return { verb: 'reject', message: args ?? reason }
  const same = isDeepStrictEqual(args, call.args)
  if (same && verbs.includes('approve')) return { verb: 'approve' }
  if (verbs.includes('edit')) return { verb: 'edit', args }
  throw unfit(same ? `The call of ${tool} cannot be approved.` : `The arguments of ${tool} cannot be edited.`)
}

const unfit = (message: string): CountersignError => new CountersignError('invalid_decision', message)

const listSchema = (calls: ToolCall[]): Record<string, Json> => ({
  type: 'array',
  prefixItems: calls.map((call) => refusable(call, callSchema(call))),
  minItems: calls.length,
  maxItems: calls.length,
})

/** A call as it may be sent back: everything as it is, the arguments as their schema says, or not at all where only they may be kept. */
function callSchema({ call, verbs, argsSchema }: ToolCall): Record<string, Json> {
  const { args, ...kept } = call
  const free = verbs.includes('edit')
  return exactly(kept, { args: free ? (argsSchema ?? { type: 'object' }) : exactlyValue(args) })
}

/** In a list, a call that may be refused can have null or a text in place of its arguments. */
function refusable({ call, verbs }: ToolCall, schema: Record<string, Json>): Record<string, Json> {
  if (!verbs.some((verb) => verb === 'reject' || verb === 'respond' || verb === 'ignore')) return schema
  const { args: _, ...kept } = call
  return { anyOf: [schema, exactly(kept, { args: { anyOf: [{ type: 'null' }, { type: 'string' }] } })] }
}

/** Only scalars can be compared as constants. */
function exactlyValue(value: Json): Json {
  if (Array.isArray(value)) return { type: 'array', prefixItems: value.map(exactlyValue), minItems: value.length, maxItems: value.length }
  return typeof value === 'object' && value !== null ? exactly(value, {}) : { const: value }
}

function exactly(object: Record<string, Json>, more: Record<string, Json>): Record<string, Json> {
  const known = Object.fromEntries(Object.entries(object).map(([key, value]) => [key, exactlyValue(value)]))
  return { type: 'object', properties: { ...known, ...more }, required: Object.keys({ ...object, ...more }), additionalProperties: false }
}
