import type { ReviewDetail } from '@countersign/client'
import type { FieldValue } from './field-value.ts'
import type { Formed } from './form-model.ts'
import { type CallForm, manyCalls, type Refusals } from './many-calls.ts'
import { argumentsOf, argumentsSchema, type Call, callOf, withArguments } from './tool-calls.ts'

/** The part of a proposal that a person may change, and how a change of it becomes the whole again. */
export interface FormTarget {
  formed: Formed
  wrap(value: FieldValue, refusals: Refusals): FieldValue
  unwrap(whole: FieldValue): FieldValue
  /** What would be called, where the proposal is one or several calls of tools. */
  tool: string | null
  /** Several calls, each decided on its own; empty for anything else. */
  calls: CallForm[]
  refusalsIn(whole: FieldValue): Refusals
}

const NONE: Refusals = new Map()
const alone = { calls: [], refusalsIn: () => NONE }

function oneCall(call: Call, schema: unknown, fields: Formed['fields']): FormTarget {
  return {
    ...alone,
    formed: { request: { proposal: argumentsOf(call), schema: argumentsSchema(call, schema) ?? undefined }, fields },
    wrap: (value) => withArguments(call, value),
    unwrap: (whole) => {
      const decided = callOf(whole)
      return decided && argumentsOf(decided)
    },
    tool: call.tool,
  }
}

/** Of a tool call only the arguments can be changed: another tool would be another question. Of anything else, all of it. */
export function formTarget({ request, fields, kind }: Pick<ReviewDetail, 'request' | 'fields' | 'kind'>): FormTarget {
  const { proposal, schema } = request
  const calls = kind !== 'tool' ? [] : Array.isArray(proposal) ? proposal.map(callOf) : [callOf(proposal)]
  const known = calls.filter((call) => call !== null)
  if (known.length === 0 || known.length < calls.length) {
    return { ...alone, formed: { request, fields }, wrap: (value) => value, unwrap: (value) => value, tool: null }
  }
  const [only] = known
  if (only && !Array.isArray(proposal)) return oneCall(only, schema, fields)
  return { ...manyCalls(known, schema, fields), tool: known.map(({ tool }) => tool).join(', ') }
}
