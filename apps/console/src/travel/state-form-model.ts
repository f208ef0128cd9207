import { z } from 'zod'
import { checkSchema } from '../review/check-schema.ts'
import type { FieldValue } from '../review/field-value.ts'
import { type FormItem, formItems, parseTyped, textOf } from '../review/form-model.ts'
import type { Problem } from '../review/problem.ts'

/** JSON Schema of a graph's state, as it was registered. */
export type StateSchema = Record<string, z.core.util.JSONType>

/** One key of a state in the form. */
export interface StateKey {
  item: FormItem
  /** The state has a value for it. */
  present: boolean
  /** Fields of its own, where the schema or the value says which: an object that is small enough for a form. */
  parts: FormItem[]
}

/** What was typed, by the path of the field. */
export type Typed = Record<string, string>

/** What would be sent, and what is wrong with it, by path. */
export interface StateChange {
  values: Record<string, FieldValue>
  problems: Record<string, Problem>
}

/** With more fields than this an object is easier to change as JSON. */
const PARTS = 24

const recordSchema = z.record(z.string(), z.json())
const schemaSchema = z.looseObject({
  properties: z.record(z.string(), recordSchema).optional().catch(undefined),
  $defs: recordSchema.optional().catch(undefined),
  definitions: recordSchema.optional().catch(undefined),
})

const escaped = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1')
/** The path of a field: a JSON Pointer without its first slash. */
export const pathOf = (key: string, part?: string): string => (part === undefined ? escaped(key) : `${escaped(key)}/${escaped(part)}`)

function read(schema: StateSchema): z.infer<typeof schemaSchema> {
  return schemaSchema.safeParse(schema).data ?? {}
}

/** What the schema says of a value itself; nothing where it only names the key. */
const saysType = (property: StateSchema | undefined): boolean =>
  property !== undefined && ['type', 'anyOf', 'oneOf', 'enum', 'const', '$ref'].some((word) => word in property)

/** The fields of an object: those of its schema, else those it has, as long as they are plain values. */
function partsOf(value: FieldValue, property: StateSchema | undefined): FormItem[] {
  const record = recordSchema.safeParse(value).data
  const named = property && 'properties' in property
  if ((value !== null && record === undefined) || (!named && !record)) return []
  if (!named && Object.values(record ?? {}).some((one) => typeof one === 'object' && one !== null)) return []
  const parts = formItems({ request: { proposal: record ?? {}, schema: property }, fields: [] })
  return parts.length <= PARTS ? parts : []
}

/** The keys of a state as a form: those of the schema first, in its order, then whatever else the state holds. */
export function stateKeys(values: Record<string, unknown>, schema: StateSchema): StateKey[] {
  const properties = read(schema).properties ?? {}
  const state = recordSchema.catch({}).parse(values)
  return formItems({ request: { proposal: state, schema }, fields: [] }).map((item) => {
    const { name } = item
    const present = name in state && state[name] !== null
    // A key without a type and without a value could be anything.
    const kind = item.kind === 'text' && !saysType(properties[name]) && !present ? 'json' : item.kind
    return { item: { ...item, label: name, kind }, present, parts: kind === 'json' ? partsOf(item.proposed, properties[name]) : [] }
  })
}

/** A typed text as the value of a field. Texts are taken as they are typed, an empty one as well. */
function parse(item: FormItem, text: string): ReturnType<typeof parseTyped> {
  if (item.kind === 'text' && item.options.length === 0) return { ok: true, value: text }
  return parseTyped(item, text)
}

function readParts({ item, parts }: StateKey, typed: Typed, problems: Record<string, Problem>): FieldValue | undefined {
  const touched = parts.filter((part) => typed[pathOf(item.name, part.name)] !== undefined)
  if (touched.length === 0) return undefined
  const value: Record<string, z.core.util.JSONType> = { ...recordSchema.safeParse(item.proposed).data }
  for (const part of touched) {
    const path = pathOf(item.name, part.name)
    const parsed = parse(part, typed[path] ?? '')
    if (parsed.ok) value[part.name] = parsed.value
    else problems[path] = parsed.problem
  }
  return value
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Checks the changed keys, and only those: what a person did not touch is not theirs to mend. */
function check(schema: StateSchema, values: Record<string, FieldValue>, keys: StateKey[]): Record<string, Problem> {
  const { properties = {}, $defs, definitions } = read(schema)
  const problems: Record<string, Problem> = {}
  for (const [name, value] of Object.entries(values)) {
    const property = properties[name]
    if (!property) continue
    const rest = { ...($defs && { $defs }), ...(definitions && { definitions }) }
    const parts = keys.find(({ item }) => item.name === name)?.parts ?? []
    const found = checkSchema({ ...property, ...rest }, value, parts)
    for (const [part, problem] of Object.entries(found)) problems[part === '' ? pathOf(name) : pathOf(name, part)] = problem
  }
  return problems
}

/** What the typed texts make of the state: the whole new value of each key that changes, or what is wrong with them. */
export function readChange(keys: StateKey[], typed: Typed, schema: StateSchema): StateChange {
  const problems: Record<string, Problem> = {}
  const values: Record<string, FieldValue> = {}
  for (const key of keys) {
    const text = typed[pathOf(key.item.name)]
    const parsed = text === undefined ? undefined : parse(key.item, text)
    if (parsed && !parsed.ok) problems[pathOf(key.item.name)] = parsed.problem
    const value = parsed?.ok ? parsed.value : readParts(key, typed, problems)
    if (value !== undefined && !same(value, key.item.proposed)) values[key.item.name] = value
  }
  return { values, problems: { ...check(schema, values, keys), ...problems } }
}

/** A field's present value, as text to type over. */
export const startOf = (item: FormItem): string => textOf(item, item.proposed)
