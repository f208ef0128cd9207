import { CountersignError } from '@countersign/workflows/contract'
import { type BaseMessageLike, coerceMessageLikeToMessage, isBaseMessage } from '@langchain/core/messages'
import { type BaseChannel, BinaryOperatorAggregate, DeltaChannel } from '@langchain/langgraph/channels'
import { type BaseCheckpointSaver, type Checkpoint, copyCheckpoint, uuid6 } from '@langchain/langgraph-checkpoint'
import { z } from 'zod'
import type { AnyCompiledGraph } from '../define-graph.ts'

/** A checkpoint with other values, and the versions that are new in it. */
export interface ReplacedValues {
  checkpoint: Checkpoint
  versions: Checkpoint['channel_versions']
}

/**
 * The next checkpoint: some keys of the state have the given values, whatever their reducers; all else is as it was, what runs next too.
 * Throws `invalid_decision` for a key that the state does not have and for a value that its channel cannot hold.
 */
export function replaceValues(
  graph: AnyCompiledGraph,
  before: Checkpoint,
  values: Record<string, unknown>,
  saver: Pick<BaseCheckpointSaver, 'getNextVersion'>,
): ReplacedValues {
  const checkpoint = { ...copyCheckpoint(before), id: idAfter(before.id), ts: new Date().toISOString() }
  const latest = Object.values(before.channel_versions).map(Number)
  const version = saver.getNextVersion(latest.length > 0 ? Math.max(...latest) : undefined)
  const versions: Checkpoint['channel_versions'] = {}
  for (const [key, value] of Object.entries(values)) {
    checkpoint.channel_values[key] = heldValue(graph, key, value, before.channel_values[key])
    versions[key] = version
  }
  Object.assign(checkpoint.channel_versions, versions)
  return { checkpoint, versions }
}

function heldValue(graph: AnyCompiledGraph, key: string, value: unknown, before: unknown): unknown {
  const channel: BaseChannel | undefined = key in graph.builder.channels ? graph.channels[key] : undefined
  if (!channel) throw refusal(key, `the state of ${graph.getName()} has no such key`)
  checkSchema(graph, key, value)
  const fresh = channel.fromCheckpoint(undefined)
  if (!(fresh instanceof BinaryOperatorAggregate || fresh instanceof DeltaChannel)) {
    fresh.update([value])
    return fresh.checkpoint()
  }
  const like = before ?? initialOf(fresh)
  if (Array.isArray(like) && !Array.isArray(value)) throw refusal(key, `it holds a list, not ${JSON.stringify(value)?.slice(0, 100)}`)
  const messages = z.array(z.custom<BaseMessageLike>()).min(1).safeParse(value).data
  return messages && isList(like, isBaseMessage) ? messages.map((message) => asMessage(key, message)) : value
}

const isList = (value: unknown, each: (item: unknown) => boolean): boolean => Array.isArray(value) && value.length > 0 && value.every(each)

function initialOf(channel: BaseChannel): unknown {
  try {
    return channel.get()
  } catch {
    return undefined
  }
}

/** A message that came as JSON becomes one again: nodes and reducers call its methods. */
function asMessage(key: string, message: BaseMessageLike) {
  try {
    return coerceMessageLikeToMessage(message)
  } catch (error) {
    throw refusal(key, error instanceof Error ? error.message : String(error))
  }
}

/** A state written in zod says what each key may hold. */
function checkSchema(graph: AnyCompiledGraph, key: string, value: unknown): void {
  const { _schemaRuntimeDefinition: schema }: { _schemaRuntimeDefinition: unknown } = graph.builder
  const ofKey = schema instanceof z.ZodObject ? schema.shape[key] : undefined
  if (!(ofKey instanceof z.ZodType)) return
  const checked = ofKey.safeParse(value)
  if (!checked.success) throw refusal(key, z.prettifyError(checked.error).slice(0, 300))
}

const refusal = (key: string, why: string): CountersignError =>
  new CountersignError('invalid_decision', `The edit of “${key}” was not applied: ${why}. Edit again, or retry to go on without it.`, {
    key,
  })

/** An id behind `id`, even where this worker's clock is behind the one that made it. */
function idAfter(id: string): string {
  const now = uuid6(0)
  if (now > id) return now
  const hex = (BigInt(`0x${id.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
