import type { schema } from '@countersign/db'
import type { RegisteredGraph } from './graph-registry.ts'

type GraphDrawing = schema.GraphDrawing

/** The graph as its own edges draw it: nodes, edges, and mermaid text. Nodes that are whole graphs are marked. */
export async function drawGraph({ compiled }: RegisteredGraph): Promise<GraphDrawing> {
  const drawn = await compiled.getGraphAsync()
  const kindOf = (id: string) => {
    if (id === '__start__') return 'start' as const
    if (id === '__end__') return 'end' as const
    return compiled.nodes[id]?.subgraphs?.some(isGraph) ? ('subgraph' as const) : ('node' as const)
  }
  return {
    nodes: Object.keys(drawn.nodes).map((id) => ({ id, kind: kindOf(id) })),
    edges: drawn.edges.map(({ source, target, conditional, data }) => ({
      from: source,
      to: target,
      conditional: conditional ?? false,
      ...(data && data !== target ? { label: data } : {}),
    })),
    mermaid: drawn.drawMermaid({ withStyles: false }),
  }
}

const isGraph = (runnable: unknown): boolean => typeof runnable === 'object' && runnable !== null && 'lg_is_pregel' in runnable
