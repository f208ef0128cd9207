import { CountersignError, type NodePolicy, nodePolicySchema } from '@countersign/workflows/contract'
import type { CompiledStateGraph, StateGraph } from '@langchain/langgraph'

/** Any LangGraph.js StateGraph, whatever its state. */
// biome-ignore lint/suspicious/noExplicitAny: a registry of graphs of every state type has no narrower type; LangGraph's own uses the same.
export type AnyStateGraph = StateGraph<any, any, any, any, any, any, any>
// biome-ignore lint/suspicious/noExplicitAny: see above.
export type AnyCompiledGraph = CompiledStateGraph<any, any, any, any, any, any, any>

export interface GraphOptions {
  /** Lower-case letters, digits, `_` and `-`; activities are named `<name>.<node>`. */
  name: string
  /** Any string; a waiting run goes on with the version it started on. */
  version: string
  /** An ordinary StateGraph, not compiled: the engine compiles it with its checkpointer. */
  graph: AnyStateGraph
  /** Nodes to stop before or after, as in LangGraph's `compile`: each stop is a review of kind `breakpoint`. */
  interruptBefore?: string[] | '*'
  interruptAfter?: string[] | '*'
  /** Takes over runs that stand on older versions once those are not registered any more. */
  migrate?: GraphMigration
}

export interface GraphMigration {
  /** The versions it takes over. */
  from: string[]
  /** Makes the state of this version out of one of version `from`; left out: it is the same. Must be pure: it may be called again. */
  state?: (values: Record<string, unknown>, from: string) => Record<string, unknown>
}

export interface GraphDefinition extends GraphOptions {
  policies: Map<string, NodePolicy>
}

const NAME = /^[a-z][a-z0-9_-]{0,62}$/

/**
 * Makes a LangGraph graph known to Countersign. The graph is taken as it is; how its nodes run is read from their `metadata`
 * (NodePolicy: quick, queue, startToClose, heartbeat, retries).
 * Throws `invalid_input` for a bad name or bad metadata, naming the node.
 */
export function defineGraph(options: GraphOptions): GraphDefinition {
  if (!NAME.test(options.name) || options.name === 'engine') {
    throw new CountersignError(
      'invalid_input',
      `“${options.name}” can't name a graph: use lower-case letters, digits, _ and -, and not “engine”.`,
    )
  }
  const policies = new Map<string, NodePolicy>()
  for (const [node, spec] of Object.entries(options.graph.nodes)) policies.set(node, policyOf(options.name, node, spec))
  return { ...options, policies }
}

function policyOf(graph: string, node: string, spec: unknown): NodePolicy {
  const metadata = typeof spec === 'object' && spec !== null && 'metadata' in spec ? spec.metadata : undefined
  const parsed = nodePolicySchema.safeParse(metadata ?? {})
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new CountersignError('invalid_input', `Node ${graph}.${node}: metadata.${issue?.path.join('.')} ${issue?.message}.`, {
    graph,
    node,
  })
}
