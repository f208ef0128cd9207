import * as dagre from '@dagrejs/dagre'
import type { Trace, TracedEdge, TracedNode } from './trace-path.ts'

export interface PlacedNode extends TracedNode {
  x: number
  y: number
  width: number
  height: number
}

export interface PlacedEdge extends TracedEdge {
  /** An SVG path. */
  path: string
  labelAt: { x: number; y: number } | null
}

/** A drawing in its own units, which are pixels at full size. */
export interface LaidOutGraph {
  width: number
  height: number
  nodes: PlacedNode[]
  edges: PlacedEdge[]
}

const HEIGHT = 32
const DOT = 16
/** Width of a letter of the 12 px monospaced font, and the room around a name. */
const LETTER = 7.3
const PADDING = 42
/** Room for the notes to the right of nodes. */
const MARGIN = 20
const NOTE_ROOM = 110

interface Point {
  x: number
  y: number
}

const size = (node: TracedNode): { width: number; height: number } =>
  node.kind === 'start' || node.kind === 'end'
    ? { width: DOT, height: DOT }
    : { width: Math.max(110, Math.round(node.id.length * LETTER) + PADDING), height: HEIGHT }

/** A smooth line through points: quadratic curves between the middles of its pieces. */
function smoothPath(points: Point[]): string {
  const [first, ...rest] = points
  if (!first) return ''
  const at = ({ x, y }: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`
  const last = rest.at(-1)
  const curves = rest.slice(0, -1).map((point, index) => {
    const next = rest[index + 1] ?? point
    const middle = index === rest.length - 2 ? next : { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 }
    return `Q ${at(point)} ${at(middle)}`
  })
  return [`M ${at(first)}`, ...curves, last ? `L ${at(last)}` : ''].join(' ')
}

/** Places the nodes and edges of a traced graph, top to bottom. */
export function layOutGraph({ nodes, edges }: Trace): LaidOutGraph {
  const graph = new dagre.graphlib.Graph({ multigraph: true })
  graph.setGraph({ rankdir: 'TB', ranksep: 26, nodesep: 28, edgesep: 18, marginx: MARGIN, marginy: MARGIN })
  for (const node of nodes) graph.setNode(node.id, size(node))
  const drawn = edges.filter(({ from, to }) => graph.hasNode(from) && graph.hasNode(to))
  for (const [index, edge] of drawn.entries()) {
    graph.setEdge(edge.from, edge.to, { width: edge.label.length * 6, height: edge.label ? 14 : 0, labelpos: 'r' }, String(index))
  }
  dagre.layout(graph)
  const { width = 0, height = 0 } = graph.graph()
  return {
    width: width + NOTE_ROOM,
    height,
    nodes: nodes.map((node) => ({ ...node, ...placeOf(graph.node(node.id)) })),
    edges: drawn.map((edge, index) => {
      const { points = [], x, y } = graph.edge(edge.from, edge.to, String(index))
      return { ...edge, path: smoothPath(points), labelAt: edge.label && x !== undefined && y !== undefined ? { x, y } : null }
    }),
  }
}

function placeOf({ x = 0, y = 0, width = 0, height = 0 }: Partial<PlacedNode>): Pick<PlacedNode, 'x' | 'y' | 'width' | 'height'> {
  return { x, y, width, height }
}
