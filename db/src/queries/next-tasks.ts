import { uuid5 } from '@langchain/langgraph-checkpoint'
import { z } from 'zod'

/** A task of a superstep, with the id that LangGraph gives it. */
export interface NextTask {
  id: string
  node: string
}

type Version = string | number
interface Place {
  id: string
  namespace: string
  step: number
  versions: Record<string, Version>
  seen: Record<string, Record<string, Version>>
  /** The stored values of the channels that start nodes, as JSON; null where the value does not matter. */
  triggers: Record<string, string | null>
}

/**
 * Which tasks run next from a checkpoint, by LangGraph's own rules (`_prepareSingleTask` in pregel/algo.ts): a node runs where one of the
 * channels that start it has a value that the node has not seen, and each `Send` runs a task of its own. No graph is needed for it:
 * the channels of a StateGraph are named after the node that they start.
 */
export function nextTasks(place: Place): NextTask[] {
  const sent = sends(place.triggers.__pregel_tasks).map((node, index) => taskOf(place, node, ['__pregel_push', String(index)]))
  const started = new Map<string, NextTask>()
  // The branch to a node comes before the joins that wait for several.
  for (const channel of Object.keys(place.triggers).sort()) {
    const node = nodeOf(channel)
    if (node === null || started.has(node) || !hasNews(place, node, channel)) continue
    if (isAvailable(channel, place.triggers[channel] ?? null)) started.set(node, taskOf(place, node, ['__pregel_pull', [channel]]))
  }
  return [...sent, ...started.values()]
}

function taskOf({ id, namespace, step }: Place, node: string, path: unknown[]): NextTask {
  const within = namespace === '' ? node : `${namespace}|${node}`
  return { id: uuid5(JSON.stringify([within, String(step + 1), node, ...path]), id), node }
}

function nodeOf(channel: string): string | null {
  if (channel === '__start__') return channel
  if (channel.startsWith('branch:to:')) return channel.slice('branch:to:'.length)
  return /^join:.*?:(.*)$/s.exec(channel)?.[1] ?? null
}

function hasNews({ versions, seen }: Place, node: string, channel: string): boolean {
  const version = versions[channel]
  const before = seen[node]?.[channel]
  return version !== undefined && (before === undefined || version > before)
}

const finishedSchema = z.tuple([z.unknown(), z.boolean()])

/** A join has a value once every node it waits for has finished; a deferred node's channel once all others have. */
function isAvailable(channel: string, json: string | null): boolean {
  if (json === null || json.length > 100_000) return true
  const value: unknown = JSON.parse(json)
  const deferred = finishedSchema.safeParse(value).data
  if (deferred && !deferred[1]) return false
  if (!channel.startsWith('join:')) return true
  const waited = /^join:(.*?):/s.exec(channel)?.[1]?.split('+') ?? []
  const arrived = z.array(z.string()).safeParse(deferred ? deferred[0] : value).data ?? []
  return waited.every((node) => arrived.includes(node))
}

const sendsSchema = z.array(z.looseObject({ node: z.string() }))

function sends(json: string | null | undefined): string[] {
  return json ? (sendsSchema.safeParse(JSON.parse(json)).data ?? []).map(({ node }) => node) : []
}
