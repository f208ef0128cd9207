import type { ReviewDetail } from '@countersign/client'
import { z } from 'zod'
import { describeValue, type Field, type FieldValue, isDoubtful, type ValueWords } from './field-value.ts'
import type { Problem } from './problem.ts'
import { readDate } from './read-date.ts'
import { readNumber } from './read-number.ts'

/** How a value is typed in. `json`: anything without a form of its own. */
export type ControlKind = 'text' | 'number' | 'date' | 'boolean' | 'json'

/** One line of the form: a value of the proposal, and what the machine said about it where it read it. */
export interface FormItem {
  name: string
  label: string
  kind: ControlKind
  /** The schema says it is an amount or a measure, not a count: shown with two decimals at least. */
  decimal: boolean
  /** The values the schema allows, where it lists them. */
  options: string[]
  proposed: FieldValue
  field: Field | null
  doubtful: boolean
}

/** The part of JSON Schema that decides which control a value gets; everything else is left to validation. */
const propertySchema = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  enum: z.array(z.json()).optional(),
  title: z.string().optional(),
  get anyOf() {
    return z.array(propertySchema).optional()
  },
})
type Property = z.infer<typeof propertySchema>

const objectSchema = z.object({ properties: z.record(z.string(), propertySchema).default({}) })
const recordSchema = z.record(z.string(), z.json())

/** Name of the one item of a proposal that is not an object. */
export const WHOLE = ''

function withoutNull(property: Property): Property {
  const branch = property.anyOf?.find((one) => one.type !== 'null')
  return branch ? { ...branch, title: property.title ?? branch.title } : property
}

function kindOf(property: Property | undefined, value: FieldValue): ControlKind {
  const types = [property?.type ?? (value === null ? 'string' : Array.isArray(value) ? 'array' : typeof value)].flat()
  if (property?.format === 'date') return 'date'
  if (types.includes('number') || types.includes('integer')) return 'number'
  if (types.includes('boolean')) return 'boolean'
  return types.includes('string') ? 'text' : 'json'
}

function formItem(name: string, property: Property | undefined, proposed: FieldValue, field: Field | null): FormItem {
  const kind = kindOf(property, proposed)
  const allowed = property?.enum ?? (kind === 'boolean' ? [true, false] : [])
  const options = allowed.filter((one) => one !== null).map(String)
  const label = field?.label ?? property?.title ?? name
  const decimal = kind === 'number' && [property?.type].flat().includes('number')
  return { name, label, kind, decimal, options, proposed, field, doubtful: field !== null && isDoubtful(field) }
}

/** What a form is made of: the proposal, its schema and what was read of it. */
export interface Formed {
  request: Pick<ReviewDetail['request'], 'proposal' | 'schema'>
  fields: ReviewDetail['fields']
}

/**
 * The form of a review: doubtful fields first, the least sure one on top, then the rest in the schema's order. `added`: names
 * of what the machine missed and a person put there.
 */
export function formItems(review: Formed, added: string[] = []): FormItem[] {
  const { proposal, schema } = review.request
  const properties = objectSchema.safeParse(schema ?? {}).data?.properties ?? {}
  const record = recordSchema.safeParse(proposal).data
  if (!record && review.fields.length === 0 && proposal !== null) return [formItem(WHOLE, undefined, proposal, null)]
  const names = new Set([...review.fields.map((field) => field.name), ...Object.keys(properties), ...Object.keys(record ?? {}), ...added])
  const items = [...names].map((name) => {
    const field = review.fields.find((one) => one.name === name) ?? null
    const property = properties[name]
    return formItem(name, property && withoutNull(property), record?.[name] ?? field?.value ?? null, field)
  })
  const doubtful = items.filter((item) => item.doubtful)
  doubtful.sort((a, b) => (a.field?.confidence ?? 1) - (b.field?.confidence ?? 1))
  return [...doubtful, ...items.filter((item) => !item.doubtful)]
}

/** A value of an item as text to type in. */
export function textOf({ decimal }: Pick<FormItem, 'decimal'>, value: FieldValue): string {
  if (value === null) return ''
  if (decimal && typeof value === 'number') return withDecimals(value)
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)
}

/** Amounts are compared by eye with a page that says "1 989,00". */
function withDecimals(value: number): string {
  const text = String(value)
  const decimals = text.split('.')[1]?.length ?? 0
  return decimals < 2 && !text.includes('e') ? value.toFixed(2) : text
}

/** What an item's proposal says in one line, for reading. */
export const readItem = (item: FormItem, words?: ValueWords): string =>
  typeof item.proposed === 'number' ? textOf(item, item.proposed) : describeValue(item.proposed, words)

/** The values somebody decided on, as if they were typed over the proposal: so that what was changed shows as a change. */
export function typedOf(items: FormItem[], decided: FieldValue): Record<string, string> {
  const record = recordSchema.safeParse(decided).data
  const values = items[0]?.name === WHOLE ? { [WHOLE]: decided } : (record ?? {})
  return Object.fromEntries(items.flatMap((item) => (item.name in values ? [[item.name, textOf(item, values[item.name] ?? null)]] : [])))
}

export type Typed = { ok: true; value: FieldValue } | { ok: false; problem: Problem }

/** Turns typed text into a value of the item's kind; an empty text means "there is none". */
export function parseTyped(item: Pick<FormItem, 'kind' | 'options'>, text: string): Typed {
  const trimmed = text.trim()
  if (trimmed === '') return { ok: true, value: null }
  if (item.kind === 'number') {
    const value = readNumber(trimmed)
    return value === null ? { ok: false, problem: { key: 'number' } } : { ok: true, value }
  }
  if (item.kind === 'boolean') {
    return ['true', 'false'].includes(trimmed) ? { ok: true, value: trimmed === 'true' } : { ok: false, problem: { key: 'boolean' } }
  }
  if (item.kind === 'date') {
    const value = readDate(trimmed)
    return value === null ? { ok: false, problem: { key: 'date' } } : { ok: true, value }
  }
  if (item.options.length > 0 && !item.options.includes(trimmed)) {
    return { ok: false, problem: { key: 'oneOf', values: { options: item.options.join(', ') } } }
  }
  return item.kind === 'json' ? parseJson(trimmed) : { ok: true, value: trimmed }
}

function parseJson(text: string): Typed {
  try {
    return { ok: true, value: z.json().parse(JSON.parse(text)) }
  } catch {
    return { ok: false, problem: { key: 'json' } }
  }
}

/** What would be sent: the proposal with the typed values in their places, or the problems by item name. */
export interface Edited {
  value: FieldValue
  changed: string[]
  problems: Record<string, Problem>
}

/** Applies what was typed to the proposal. Typing the proposed value again is no change. */
export function applyTyped(items: FormItem[], typed: Record<string, string>): Edited {
  const problems: Record<string, Problem> = {}
  const changed: string[] = []
  const value: Record<string, FieldValue> = {}
  for (const item of items) {
    const text = typed[item.name]
    const parsed: Typed = text === undefined ? { ok: true, value: item.proposed } : parseTyped(item, text)
    if (!parsed.ok) problems[item.name] = parsed.problem
    const next = parsed.ok ? parsed.value : item.proposed
    if (!parsed.ok || JSON.stringify(next) !== JSON.stringify(item.proposed)) changed.push(item.name)
    value[item.name] = next
  }
  return { value: items[0]?.name === WHOLE ? (value[WHOLE] ?? null) : value, changed, problems }
}
