import type { GraphDescription } from '@countersign/workflows/contract'
import { getStateTypeSchema } from '@langchain/langgraph/zod/schema'
import { z } from 'zod'
import type { AnyCompiledGraph, GraphDefinition } from './define-graph.ts'

const schemaSchema = z.record(z.string(), z.json())

/**
 * A graph as it is compared with the runs that wait: its nodes, its state, which versions it takes over. The state's JSON Schema names
 * every key; how a value looks it says where the state was written in zod (or another schema) and not in annotations.
 */
export function describeGraph({ name, version, graph, migrate }: GraphDefinition): GraphDescription {
  return {
    name,
    version,
    nodes: Object.keys(graph.nodes),
    stateSchema: stateSchema(graph.compile({ name })),
    migratesFrom: migrate?.from ?? [],
  }
}

function stateSchema(compiled: AnyCompiledGraph): GraphDescription['stateSchema'] {
  const keys = Object.keys(compiled.builder.channels).filter((key) => !(key.startsWith('__') || key.includes(':')))
  const typed = schemaSchema.catch({}).parse(typesOf(compiled))
  const { success, data: properties } = schemaSchema.safeParse(typed.properties)
  const { required: _required, additionalProperties: _more, ...rest } = typed
  // Any key may be missing: a state begins empty.
  return { ...rest, type: 'object', properties: Object.fromEntries(keys.map((key) => [key, (success && properties[key]) || {}])) }
}

/** Undefined where the state has no schema, or one that JSON Schema cannot say. */
function typesOf(compiled: AnyCompiledGraph): unknown {
  try {
    return JSON.parse(JSON.stringify(getStateTypeSchema(compiled) ?? {}))
  } catch {
    return undefined
  }
}
