import type { GraphRow } from '@countersign/db'
import { CountersignError, type PatchOperation, type StateEdit, said } from '@countersign/workflows/contract'
import { applyPatch } from 'rfc6902'
import { z } from 'zod'
import { describeIssues, type InputIssue, sayIssues } from '../parse-input.ts'
import { checkJson } from '../storable.ts'
import { isPlumbing } from './plumbing.ts'

/** What an edit is held against. */
export interface EditBase {
  graph: GraphRow
  /** Empty for the graph itself; the keys of a subgraph's state are those that it has written. */
  namespace: string
  channels: readonly string[]
  /** The stored values of some keys, as JSON; null for one that is no JSON. */
  stored(keys: readonly string[]): Promise<ReadonlyMap<string, string | null>>
}

/** The whole new value of each changed key. */
export interface ResolvedEdit {
  values: Record<string, unknown>
  asNode: string | null
}

const EDIT_LIMIT = 16_000_000

const stateSchemaSchema = z.object({
  properties: z.record(z.string(), z.union([z.boolean(), z.record(z.string(), z.json())])).optional(),
  $defs: z.record(z.string(), z.json()).optional(),
})
type StateSchema = z.infer<typeof stateSchemaSchema>

/**
 * Turns an edit into new values of keys of the state, and makes sure that they fit it: every key is one of the state's, every value fits the
 * schema that the graph registered for it, the node exists.
 * Throws `invalid_input` that names what does not fit (`details.issues: {path, message}[]`, `details.keys`), `too_large`.
 */
export async function resolveEdit(edit: StateEdit, base: EditBase): Promise<ResolvedEdit> {
  const { values: given, patch, asNode } = edit
  if ((given === undefined) === (patch === undefined)) throw new CountersignError('invalid_input', said('edit.oneOf'))
  const schema = stateSchemaSchema.safeParse(base.graph.stateSchema).data ?? {}
  const known = knownKeys(base, schema)
  const touched = given ? Object.keys(given) : [...new Set((patch ?? []).flatMap(keysOf))]
  if (touched.length === 0) throw new CountersignError('invalid_input', said('edit.nothing'))
  checkKeys(touched, known)
  if (asNode !== undefined && base.namespace === '') checkNode(asNode, base.graph)
  const values = given ?? (await applied(patch ?? [], touched, base))
  checkJson('The edit', values, { code: 'invalid_input', limit: EDIT_LIMIT })
  if (base.namespace === '') checkValues(values, schema, asNode !== undefined)
  return { values, asNode: asNode ?? null }
}

function knownKeys({ namespace, channels }: EditBase, { properties }: StateSchema): string[] | null {
  if (namespace !== '') return channels.filter((channel) => !isPlumbing(channel))
  return properties ? Object.keys(properties) : null
}

function checkKeys(touched: string[], known: string[] | null): void {
  const names = touched.filter((key) => isPlumbing(key) || (known !== null && !known.includes(key)))
  if (names.length === 0) return
  const keys = (known ?? []).toSorted()
  throw new CountersignError('invalid_input', said('edit.noKey', { names, keys }), { names, keys })
}

function checkNode(node: string, { drawing }: GraphRow): void {
  const nodes = drawing.nodes.filter(({ kind }) => kind === 'node' || kind === 'subgraph').map(({ id }) => id)
  if (!nodes.includes(node)) throw new CountersignError('invalid_input', said('edit.noNode', { node, nodes }), { node, nodes })
}

/** The key in a JSON Pointer's first part. */
const keyOf = (path: string): string => (path.split('/')[1] ?? '').replaceAll('~1', '/').replaceAll('~0', '~')

function keysOf(operation: PatchOperation): string[] {
  const paths = 'from' in operation ? [operation.from, operation.path] : [operation.path]
  const removed = operation.op === 'remove' ? operation.path : operation.op === 'move' ? operation.from : null
  if (removed !== null && removed.split('/').length === 2)
    throw new CountersignError('invalid_input', said('edit.wholeKey', { path: removed }), { path: removed })
  const outside = paths.find((path) => !path.startsWith('/'))
  if (outside !== undefined) throw cannotApply(outside)
  return paths.map(keyOf)
}

async function applied(patch: PatchOperation[], keys: string[], { stored }: EditBase): Promise<Record<string, unknown>> {
  const texts = await stored(keys)
  const before = new Map([...texts].flatMap(([key, json]): [string, string][] => (json === null ? [] : [[key, json]])))
  const state: Record<string, unknown> = Object.fromEntries([...before].map(([key, json]) => [key, JSON.parse(json)]))
  const failed = applyPatch(state, patch).findIndex((error) => error !== null)
  const operation = patch[failed]
  if (operation) throw cannotApply(operation.path)
  const changed = Object.entries(state).filter(([key, value]) => JSON.stringify(value) !== before.get(key))
  if (changed.length === 0) throw new CountersignError('invalid_input', said('edit.nothing'))
  return Object.fromEntries(changed)
}

const cannotApply = (path: string): CountersignError => new CountersignError('invalid_input', said('edit.patchPath', { path }), { path })

function checkValues(values: Record<string, unknown>, schema: StateSchema, isUpdate: boolean): void {
  const issues = Object.entries(values).flatMap(([key, value]) => issuesOf(key, value, schema, isUpdate))
  if (issues.length > 0) throw new CountersignError('invalid_input', said('edit.unfit', { issues: sayIssues(issues) }), { issues })
}

function issuesOf(key: string, value: unknown, { properties = {}, $defs }: StateSchema, isUpdate: boolean): InputIssue[] {
  const property = properties[key]
  if (property === undefined || typeof property === 'boolean') return []
  const error = readable({ ...property, ...($defs && { $defs }) })?.safeParse(value).error
  // What a node writes goes through the key's reducer: one item is added to a list.
  const item = isUpdate && property.type === 'array' && !Array.isArray(value) ? property.items : undefined
  if (error === undefined || fitsItem(item, $defs, value)) return []
  return describeIssues(error).map(({ path, message }) => ({ path: path === '' ? key : `${key}.${path}`, message }))
}

const recordSchema = z.record(z.string(), z.json())

function fitsItem(items: unknown, $defs: StateSchema['$defs'], value: unknown): boolean {
  const schema = recordSchema.safeParse(items).data
  return schema !== undefined && readable({ ...schema, ...($defs && { $defs }) })?.safeParse(value).success === true
}

/** Null for a schema that says more than can be checked here: any JSON passes, and the node that reads it decides. */
function readable(schema: Record<string, unknown>): z.ZodType | null {
  try {
    return z.fromJSONSchema(schema)
  } catch {
    return null
  }
}
