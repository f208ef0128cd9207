import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'

type Schema = Record<string, unknown>

/** What the JSON Schema of a state says of each key; null where it does not list the keys. */
function propertiesOf(schema: Schema): Record<string, unknown> | null {
  const { properties } = schema
  return typeof properties === 'object' && properties !== null ? { ...properties } : null
}

/** One key's schema, with the definitions that it may refer to. */
function schemaOf(schema: Schema, key: string): Schema | null {
  const own = propertiesOf(schema)?.[key]
  if (typeof own !== 'object' || own === null) return null
  const { $defs, definitions } = schema
  const refers = JSON.stringify(own).includes('"$ref"')
  return { ...own, ...(refers && $defs !== undefined && { $defs }), ...(refers && definitions !== undefined && { definitions }) }
}

/** What became of the keys of a state between two versions. */
export interface SchemaChange {
  /** Whether a key that a checkpoint holds is not known any more. */
  isRemoved(key: string): boolean
  /** Keys whose schema changed, with a check of a value by the new one: what is wrong with it, or null. */
  changed: ReadonlyMap<string, (value: unknown) => string | null>
}

/**
 * Compares the state's schema that was registered with the one to come. Where nothing was registered (`{}`), every key that a checkpoint
 * holds counts as one of the state, and every schema as new.
 */
export function compareSchemas(before: Schema, after: Schema): SchemaChange {
  const [old, coming] = [propertiesOf(before), propertiesOf(after)]
  if (coming === null) return { isRemoved: () => false, changed: new Map() }
  const changed = new Map<string, (value: unknown) => string | null>()
  for (const key of Object.keys(coming)) {
    const schema = schemaOf(after, key)
    if (schema === null || isDeepStrictEqual(schema, schemaOf(before, key))) continue
    const check = compile(schema)
    if (check !== null) changed.set(key, check)
  }
  return {
    isRemoved: (key) => !Object.hasOwn(coming, key) && (old === null ? !isPlumbing(key) : Object.hasOwn(old, key)),
    changed,
  }
}

/** A schema that says nothing, or that cannot be read, refuses no value. */
function compile(schema: Schema): ((value: unknown) => string | null) | null {
  if (Object.keys(schema).every((key) => ['default', 'description', 'title'].includes(key))) return null
  try {
    const compiled = z.fromJSONSchema(schema)
    return (value) => {
      const issue = compiled.safeParse(value).error?.issues[0]
      if (issue === undefined) return null
      const at = issue.path.map(String).join('.')
      return at === '' ? issue.message : `${at}: ${issue.message}`
    }
  } catch {
    return null
  }
}

/** Channels that LangGraph keeps for itself: inputs, edges, joins. */
const isPlumbing = (channel: string): boolean => channel.startsWith('__') || /^(branch|join|start):/.test(channel)
