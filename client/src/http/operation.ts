import { z } from 'zod'
import type { Door } from '../permissions.ts'
import type { CountersignClient } from '../types.ts'

/** Doors that take and answer JSON. The others carry bytes or never end; they have their own code, and their route here too. */
export type JsonDoor = Exclude<Door, 'watch' | 'readFile' | 'ingest'>
/** What a door answers. */
export type Answer<D extends Door> = Awaited<ReturnType<CountersignClient[D]>>

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Where a door is over HTTP. `path` is below {@link API}, with the names of its parts in braces. */
export interface Route {
  method: Method
  path: string
}

type Names<Arguments extends unknown[]> = { readonly [I in keyof Arguments]-?: string }

/**
 * One door over HTTP. Its arguments become one object: `args` names each in order, and `*` is an object whose keys stand beside
 * the others. What the path does not take of it travels in the query (GET, DELETE) or as the JSON body.
 */
export interface Operation<D extends JsonDoor = JsonDoor> extends Route {
  args: Names<Parameters<CountersignClient[D]>>
  /** A second path, for a call that names the thing by other parts. */
  otherwise?: string
  summary: string
  /** The largest body that is read, in bytes, where it may be more than others are. */
  largest?: number
  input: z.ZodType<Record<string, unknown>>
  output: z.ZodType<Answer<D>>
}

export type Operations<D extends JsonDoor> = { readonly [K in D]: Operation<K> }

/** Where the API begins on its server. */
export const API = '/api/v1'

/** An id in a path. What it names is checked at the door. */
export const id = z.string().min(1).max(200)
/** The answer of a door that answers nothing: 204, no body. */
export const nothing = z.void()
/** For a door without arguments. */
export const noInput = z.strictObject({})
