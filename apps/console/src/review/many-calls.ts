import { z } from 'zod'
import type { FieldValue } from './field-value.ts'
import type { Formed } from './form-model.ts'
import { argumentsOf, argumentsSchema, type Call, type Json, recordOf, withArguments } from './tool-calls.ts'

/** One of several calls that are decided together, each on its own. */
export interface CallForm {
  index: number
  tool: string
  /** It may be refused while others are made. */
  refusable: boolean
  /** Its arguments may be taken or refused, not changed. */
  fixed: boolean
}

/** Which calls are refused, by their index: why, or null where nobody says. */
export type Refusals = ReadonlyMap<number, string | null>

/** The form's item that stands for an argument of a call. */
const itemName = (index: number, argument: string): string => `${index}.${argument}`
export const isOfCall = (item: string, index: number): boolean => item.startsWith(`${index}.`)

/** The schema of one of the calls, and whether the list lets it be refused instead. */
function schemaOfCall(schema: unknown, index: number): { call: Json | null; refusable: boolean } {
  const item = recordOf(z.array(z.json()).safeParse(recordOf(schema)?.prefixItems).data?.[index])
  const either = z.array(z.json()).safeParse(item?.anyOf).data
  return either ? { call: recordOf(either[0]), refusable: true } : { call: item, refusable: false }
}

const isFixed = (properties: Json): boolean =>
  Object.keys(properties).length > 0 && Object.values(properties).every((one) => recordOf(one)?.const !== undefined)

export interface ManyCalls {
  formed: Formed
  calls: CallForm[]
  wrap(value: FieldValue, refusals: Refusals): FieldValue
  unwrap(whole: FieldValue): FieldValue
  refusalsIn(whole: FieldValue): Refusals
}

/** A form of every argument of every call. What is sent is the list of calls, with null or a reason in place of refused arguments. */
export function manyCalls(calls: Call[], schema: unknown, fields: Formed['fields']): ManyCalls {
  const parts = calls.map((call, index) => {
    const { call: ofCall, refusable } = schemaOfCall(schema, index)
    const ofArguments = argumentsSchema(call, ofCall)
    const known = recordOf(ofArguments?.properties) ?? {}
    const proposed = recordOf(argumentsOf(call)) ?? {}
    const required = z.array(z.string()).safeParse(ofArguments?.required).data ?? []
    return { call, known, proposed, required, form: { index, tool: call.tool, refusable, fixed: isFixed(known) } }
  })
  return {
    formed: { request: { proposal: flatten(parts.map(({ proposed }) => proposed)), schema: flatSchema(parts) }, fields },
    calls: parts.map(({ form }) => form),
    wrap: (value, refusals) =>
      parts.map(({ call, proposed }, index) =>
        withArguments(call, refusals.has(index) ? (refusals.get(index) ?? null) : argumentsIn(value, index, proposed)),
      ),
    unwrap: (whole) => flatten(decidedArguments(calls, whole).map((one) => recordOf(one) ?? {})),
    refusalsIn: (whole) =>
      new Map(
        decidedArguments(calls, whole).flatMap((one, index) => (one === null || typeof one === 'string' ? [[index, one] as const] : [])),
      ),
  }
}

const flatten = (all: Json[]): Json =>
  Object.fromEntries(all.flatMap((one, index) => Object.entries(one).map(([name, value]) => [itemName(index, name), value])))

interface Part {
  known: Json
  proposed: Json
  required: string[]
}

/** One property for each argument, called by its own name. */
function flatSchema(parts: Part[]): Json {
  const properties = parts.flatMap(({ known, proposed }, index) =>
    [...new Set([...Object.keys(known), ...Object.keys(proposed)])].map(
      (name) => [itemName(index, name), { title: name, ...recordOf(known[name]) }] as const,
    ),
  )
  const required = parts.flatMap(({ required: names }, index) => names.map((name) => itemName(index, name)))
  return { type: 'object', properties: Object.fromEntries(properties), required }
}

/** The arguments of one call from the form's value; one that was never proposed and not filled in stays away. */
function argumentsIn(value: FieldValue, index: number, proposed: Json): Json {
  const entries = Object.entries(recordOf(value) ?? {}).filter(([name]) => isOfCall(name, index))
  const named = entries.map(([name, one]) => [name.slice(String(index).length + 1), one] as const)
  return Object.fromEntries(named.filter(([name, one]) => one !== null || name in proposed))
}

/** What stands in place of the arguments of each call in a decided list. */
const decidedArguments = (calls: Call[], whole: FieldValue): FieldValue[] =>
  calls.map(({ key }, index) => {
    const decided = Array.isArray(whole) ? recordOf(whole[index]) : null
    return decided === null || key === null ? {} : (decided[key] ?? null)
  })
