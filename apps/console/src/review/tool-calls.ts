import { z } from 'zod'
import type { FieldValue } from './field-value.ts'

export type Json = Record<string, FieldValue>

const recordSchema = z.record(z.string(), z.json())
export const recordOf = (value: unknown): Json | null => recordSchema.safeParse(value).data ?? null

/** Where formats put a tool's name and its arguments; the client holds edits to the same. */
const NAMES = ['tool', 'name', 'tool_name', 'action', 'function']
const ARGUMENTS = ['args', 'arguments', 'input', 'parameters']

/** A proposal read as a call. `key`: where its arguments are; null: they stand beside the name. */
export interface Call {
  whole: Json
  tool: string
  key: string | null
}

export function callOf(value: FieldValue | undefined): Call | null {
  const whole = recordOf(value)
  const name = NAMES.find((key) => typeof whole?.[key] === 'string')
  if (!whole || name === undefined) return null
  return { whole, tool: String(whole[name]), key: ARGUMENTS.find((one) => recordOf(whole[one]) !== null) ?? null }
}

const isName = (key: string): boolean => NAMES.includes(key)

export const argumentsOf = ({ whole, key }: Call): FieldValue =>
  key === null ? Object.fromEntries(Object.entries(whole).filter(([name]) => !isName(name))) : (whole[key] ?? null)

export function withArguments({ whole, key }: Call, value: FieldValue): FieldValue {
  if (key !== null) return { ...whole, [key]: value }
  return { ...Object.fromEntries(Object.entries(whole).filter(([name]) => isName(name))), ...recordOf(value) }
}

/** The JSON Schema of a call's arguments within that of the call. */
export function argumentsSchema({ key }: Call, schema: unknown): Json | null {
  const root = recordOf(schema)
  return key === null ? root : recordOf(recordOf(root?.properties)?.[key])
}
