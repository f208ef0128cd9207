import { API, type Route } from './operation.ts'

/** The names of the parts of a path, in order. */
export const partsOf = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/**
 * A call as an address and what is left for its body. The path's parts are taken out of `input`; of a GET or DELETE the rest
 * stands in the query.
 */
export function addressOf({ method, path }: Route, input: Record<string, unknown>): { address: string; rest: Record<string, unknown> } {
  const parts = partsOf(path)
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])))
  const rest = Object.fromEntries(Object.entries(input).filter(([key, value]) => !parts.includes(key) && value !== undefined))
  if (method !== 'GET' && method !== 'DELETE') return { address: API + filled, rest }
  const query = queryOf(rest)
  return { address: `${API}${filled}${query}`, rest: {} }
}

/** A query string with its question mark, or nothing. */
export function queryOf(values: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(values)) if (value !== undefined && value !== null) query.set(key, String(value))
  return query.size === 0 ? '' : `?${query}`
}

/** A door's arguments as one object, by the names its operation gives them; `*` stands beside the others. */
export function inputOf(names: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  return Object.assign({}, ...names.map((name, at) => (name === '*' ? values[at] : { [name]: values[at] })))
}

/** The way back: the arguments of a door from one object. */
export function argumentsOf(names: readonly string[], input: Record<string, unknown>): unknown[] {
  const beside = Object.fromEntries(Object.entries(input).filter(([key]) => !names.includes(key)))
  return names.map((name) => (name === '*' ? beside : input[name]))
}
