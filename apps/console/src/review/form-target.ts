import type { ReviewDetail } from '@countersign/client'
import { z } from 'zod'
import type { FieldValue } from './field-value.ts'
import type { Formed } from './form-model.ts'

/** The part of a proposal that a person may change, and how a change of it becomes the whole again. */
export interface FormTarget {
  formed: Formed
  wrap(value: FieldValue): FieldValue
  unwrap(whole: FieldValue): FieldValue
  /** What would be called, where the proposal is one or several calls of tools. */
  tool: string | null
}

type Json = Record<string, FieldValue>

const recordSchema = z.record(z.string(), z.json())
const recordOf = (value: unknown): Json | null => recordSchema.safeParse(value).data ?? null

/** Where formats put a tool's name and its arguments; the client holds edits to the same. */
const NAMES = ['tool', 'name', 'tool_name', 'action', 'function']
const ARGUMENTS = ['args', 'arguments', 'input', 'parameters']

/** A proposal read as a call. `key`: where its arguments are; null: they stand beside the name. */
interface Call {
  whole: Json
  tool: string
  key: string | null
}

function callOf(value: FieldValue | undefined): Call | null {
  const whole = recordOf(value)
  const name = NAMES.find((key) => typeof whole?.[key] === 'string')
  if (!whole || name === undefined) return null
  return { whole, tool: String(whole[name]), key: ARGUMENTS.find((one) => recordOf(whole[one]) !== null) ?? null }
}

const isName = (key: string): boolean => NAMES.includes(key)

const argumentsOf = ({ whole, key }: Call): FieldValue =>
  key === null ? Object.fromEntries(Object.entries(whole).filter(([name]) => !isName(name))) : (whole[key] ?? null)

function withArguments({ whole, key }: Call, value: FieldValue): FieldValue {
  if (key !== null) return { ...whole, [key]: value }
  return { ...Object.fromEntries(Object.entries(whole).filter(([name]) => isName(name))), ...recordOf(value) }
}

function oneCall(call: Call, schema: unknown, fields: Formed['fields']): FormTarget {
  const root = recordOf(schema)
  const inner = call.key === null ? root : recordOf(recordOf(root?.properties)?.[call.key])
  return {
    formed: { request: { proposal: argumentsOf(call), schema: inner ?? undefined }, fields },
    wrap: (value) => withArguments(call, value),
    unwrap: (whole) => {
      const decided = callOf(whole)
      return decided && argumentsOf(decided)
    },
    tool: call.tool,
  }
}

/** Several calls at once: the arguments of each are one item of the form. */
function manyCalls(calls: Call[], fields: Formed['fields']): FormTarget {
  const names = calls.map(({ tool }, index) => `${index + 1} ${tool}`)
  const formOf = (list: (Call | null)[]): Json =>
    Object.fromEntries(list.flatMap((call, index) => (call ? [[names[index] ?? '', argumentsOf(call)]] : [])))
  return {
    formed: { request: { proposal: formOf(calls), schema: undefined }, fields },
    wrap: (value) => calls.map((call, index) => withArguments(call, recordOf(value)?.[names[index] ?? ''] ?? null)),
    unwrap: (whole) => formOf(Array.isArray(whole) ? whole.map(callOf) : []),
    tool: calls.map(({ tool }) => tool).join(', '),
  }
}

/** Of a tool call only the arguments can be changed: another tool would be another question. Of anything else, all of it. */
export function formTarget({ request, fields, kind }: Pick<ReviewDetail, 'request' | 'fields' | 'kind'>): FormTarget {
  const { proposal, schema } = request
  const calls = kind !== 'tool' ? [] : Array.isArray(proposal) ? proposal.map(callOf) : [callOf(proposal)]
  const known = calls.filter((call) => call !== null)
  if (known.length === 0 || known.length < calls.length) {
    return { formed: { request, fields }, wrap: (value) => value, unwrap: (value) => value, tool: null }
  }
  const [only] = known
  return only && !Array.isArray(proposal) ? oneCall(only, schema, fields) : manyCalls(known, fields)
}
