import { CountersignError } from '@countersign/workflows/contract'
import type { BaseCheckpointSaver } from '@langchain/langgraph-checkpoint'
import type { AnyCompiledGraph, GraphDefinition } from './define-graph.ts'
import { TaskGate } from './task-gate.ts'
import { WideSteps } from './wide-steps.ts'

export interface RegisteredGraph {
  definition: GraphDefinition
  compiled: AnyCompiledGraph
  wideSteps: WideSteps
}

export interface GraphRegistry {
  /** The graph a run was started on; throws `graph_unknown` with what is registered here. */
  get(name: string, version: string): RegisteredGraph
  find(name: string, version: string): RegisteredGraph | undefined
  /** The version that takes over runs of a version that is not registered: of several the last registered. */
  successor(name: string, version: string): RegisteredGraph | undefined
  list(): RegisteredGraph[]
}

/** Compiles the graphs with the engine's checkpointer and puts a gate before each node. Throws `invalid_input` on a double. */
export function createGraphRegistry(definitions: GraphDefinition[], checkpointer: BaseCheckpointSaver): GraphRegistry {
  const graphs = new Map<string, RegisteredGraph>()
  for (const definition of definitions) {
    const key = `${definition.name}@${definition.version}`
    if (graphs.has(key)) throw new CountersignError('invalid_input', `Graph ${key} is registered twice.`)
    graphs.set(key, { definition, compiled: compileGated(definition, checkpointer), wideSteps: new WideSteps() })
  }
  const find = (name: string, version: string) => graphs.get(`${name}@${version}`)
  return {
    find,
    successor: (name, version) =>
      [...graphs.values()].findLast(({ definition }) => definition.name === name && definition.migrate?.from.includes(version)),
    get(name, version) {
      const found = find(name, version)
      if (found) return found
      const here = [...graphs.keys()].filter((key) => key.startsWith(`${name}@`))
      const have = here.length > 0 ? `registered here: ${here.join(', ')}` : `no graph “${name}” is registered here`
      throw new CountersignError(
        'graph_unknown',
        `This run is on ${name}@${version}; ${have}. Deploy a worker that has it, or a version that takes it over (migrate), then retry.`,
        {
          name,
          version,
        },
      )
    },
    list: () => [...graphs.values()],
  }
}

function compileGated({ graph, name }: GraphDefinition, checkpointer: BaseCheckpointSaver): AnyCompiledGraph {
  const compiled = graph.compile({ checkpointer, name })
  for (const [key, node] of Object.entries(compiled.nodes)) {
    // An error handler runs inside the failed task's superstep under an id of its own.
    if (key === '__start__' || node.isErrorHandler) continue
    // Around node and writers together: a task that steps aside costs no more than the question.
    const whole = node.getNode()
    if (whole) node.getNode = () => new TaskGate(whole)
  }
  return compiled
}
