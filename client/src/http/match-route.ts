import { CountersignError } from '@countersign/workflows/contract'
import type { Door } from '../permissions.ts'
import { partsOf } from './address.ts'
import { API, type Method, type Route } from './operation.ts'
import { BYTE_ROUTES, OPERATIONS } from './operations/index.ts'

/** A request's door, with what the parts of its path stand for. */
export interface Match {
  door: Door
  params: Record<string, string>
}

interface Entry extends Route {
  door: Door
  pattern: RegExp
  parts: string[]
}

const isDoor = (name: string): name is Door => name in OPERATIONS || name in BYTE_ROUTES

/** Every door with every path it has, fixed paths before those with parts. */
export const ROUTES: readonly Entry[] = [
  ...Object.entries(OPERATIONS).flatMap(([door, { method, path, otherwise }]) =>
    [path, otherwise].flatMap((one) => (one === undefined ? [] : entryOf(door, { method, path: one }))),
  ),
  ...Object.entries(BYTE_ROUTES).flatMap(([door, route]) => entryOf(door, route)),
].sort((a, b) => a.parts.length - b.parts.length)

function entryOf(door: string, { method, path }: Route): Entry[] {
  if (!isDoor(door)) return []
  const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`)
  return [{ door, method, path, pattern, parts: partsOf(path) }]
}

/** Throws `not_found` for a path that no door has; answers the methods there are for one that is asked in another way. */
export function matchRoute(method: string, pathname: string): Match | { allowed: Method[] } {
  const below = pathname.startsWith(`${API}/`) ? pathname.slice(API.length) : pathname
  const onPath = ROUTES.filter(({ pattern }) => pattern.test(below))
  const found = onPath.find((entry) => entry.method === method)
  if (found) return { door: found.door, params: paramsOf(found, below) }
  if (onPath.length > 0) return { allowed: [...new Set(onPath.map((entry) => entry.method))] }
  throw new CountersignError('not_found', `There is no ${pathname.slice(0, 200)} here. ${API}/openapi.json lists what there is.`)
}

function paramsOf({ pattern, parts }: Entry, path: string): Record<string, string> {
  const values = pattern.exec(path)?.slice(1) ?? []
  return Object.fromEntries(parts.map((part, at) => [part, decode(values[at] ?? '')]))
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new CountersignError('invalid_input', `"${text.slice(0, 100)}" is not a well-formed part of an address.`)
  }
}
