import type { DecideInput } from '@countersign/client'
import { CommandError } from './command-error.ts'

export type Json = NonNullable<DecideInput['value']> | null
type JsonObject = { [key: string]: Json }
type Schema = { [key: string]: unknown }

/**
 * A JSON value as given on the command line: JSON itself, or `@path` of a file that holds it.
 * Throws `invalid_input` where it is neither.
 */
export async function readValue(text: string, readText: (path: string) => Promise<string>): Promise<Json> {
  const source = text.startsWith('@') ? await readText(text.slice(1)).catch((error) => fail(`--value: ${messageOf(error)}`)) : text
  try {
    return JSON.parse(source)
  } catch (error) {
    return fail(`--value${text.startsWith('@') ? ` ${text}` : ''} is not JSON: ${messageOf(error)}`)
  }
}

/**
 * The proposal with `field=value` settings put in, in order; dots and numbers reach inside ("lines.0.amount=12").
 * A value is read as JSON where the schema does not ask for text; an empty one means: nothing (null).
 * Throws `invalid_input` for a setting that cannot be meant.
 */
export function applySettings(proposal: Json, settings: readonly string[], schema?: Schema): Json {
  const root: { value: Json } = { value: structuredClone(proposal) }
  for (const setting of settings) {
    const at = setting.indexOf('=')
    if (at < 1) fail(`--set ${setting}: write it as field=value.`)
    const path = setting.slice(0, at).split('.')
    place(root, path, parseSetting(setting.slice(at + 1), schemaAt(schema, path), setting), setting)
  }
  return root.value
}

function place(root: { value: Json }, path: readonly string[], value: Json, setting: string): void {
  let parent: JsonObject | Json[] = root
  let key = 'value'
  for (const next of path) {
    let child: Json = read(parent, key)
    if (child === null) {
      child = {}
      write(parent, key, child, setting)
    }
    if (typeof child !== 'object') fail(`--set ${setting}: "${key}" holds ${JSON.stringify(child)}, so there is no "${next}" in it.`)
    parent = child
    key = next
  }
  write(parent, key, value, setting)
}

function read(parent: JsonObject | Json[], key: string): Json {
  if (Array.isArray(parent)) return parent[Number(key)] ?? null
  return Object.hasOwn(parent, key) ? (parent[key] ?? null) : null
}

function write(parent: JsonObject | Json[], key: string, value: Json, setting: string): void {
  if (!Array.isArray(parent)) {
    // A key such as __proto__ must become a field, never reach the prototype.
    Object.defineProperty(parent, key, { value, enumerable: true, configurable: true, writable: true })
    return
  }
  const index = Number(key)
  if (!Number.isInteger(index) || index < 0 || index > parent.length) {
    fail(`--set ${setting}: the list has the places 0 to ${parent.length}, not "${key}".`)
  }
  parent[index] = value
}

function parseSetting(text: string, schema: Schema | undefined, setting: string): Json {
  if (text === '') return null
  const types = typesOf(schema)
  const wantsText = types.includes('string')
  try {
    const value: Json = JSON.parse(text)
    // "0042" as an invoice number must keep its zeros, and a date is no arithmetic.
    return wantsText && typeof value !== 'string' && value !== null ? text : value
  } catch {
    const wantsNumber = types.includes('number') || types.includes('integer')
    if (wantsNumber && !wantsText) return fail(`--set ${setting}: a number is expected, written like 1939.00.`)
    return text
  }
}

function schemaAt(schema: Schema | undefined, path: readonly string[]): Schema | undefined {
  return path.reduce<Schema | undefined>((at, key) => {
    const properties = at?.properties
    const inside = isSchema(properties) ? properties[key] : at?.items
    return isSchema(inside) ? inside : undefined
  }, schema)
}

function typesOf(schema: Schema | undefined): string[] {
  if (schema === undefined) return []
  const alternatives = [schema.anyOf, schema.oneOf].flatMap((each) => (Array.isArray(each) ? each.filter(isSchema) : []))
  const own = [schema.type].flat().filter((each) => typeof each === 'string')
  return [...own, ...alternatives.flatMap(typesOf)]
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function fail(message: string): never {
  throw new CommandError('invalid_input', message)
}
