import * as dagre from '@dagrejs/dagre'
import type { GraphView } from '../types.ts'

/** A node to be drawn; `note` stands below its name, empty: nothing does. */
export interface DrawnNode {
  id: string
  kind: GraphView['nodes'][number]['kind']
  note: string
}

/** An edge to be drawn; `times`: how often a run went this way. */
export interface DrawnEdge {
  from: string
  to: string
  label: string
  times: number
}

export interface Place {
  x: number
  y: number
  width: number
  height: number
}

export interface Route {
  /** An SVG path. */
  path: string
  labelAt: { x: number; y: number } | null
}

/** A drawing in its own units, which are pixels at full size. */
export interface LaidOutGraph<Node extends DrawnNode = DrawnNode, Edge extends DrawnEdge = DrawnEdge> {
  width: number
  height: number
  nodes: (Node & Place)[]
  edges: (Edge & Route)[]
}

/** Room for the name and, below it, what happened there. */
const HEIGHT = 40
const DOT = 16
/** Widths of a letter of the monospaced font at 12 and 11 px, and the room around the text. */
const NAME_LETTER = 7.3
const NOTE_LETTER = 6.7
const PADDING = 42
const MARGIN = 20

interface Point {
  x: number
  y: number
}

const size = (node: DrawnNode): { width: number; height: number } =>
  node.kind === 'start' || node.kind === 'end'
    ? { width: DOT, height: DOT }
    : { width: Math.max(120, Math.round(Math.max(node.id.length * NAME_LETTER, node.note.length * NOTE_LETTER)) + PADDING), height: HEIGHT }

/** A smooth line through points: quadratic curves between the middles of its pieces. */
function smoothPath(points: Point[]): string {
  const [first, second] = points
  if (!first || !second) return ''
  const at = ({ x, y }: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`
  if (points.length === 2) return `M ${at(first)} L ${at(second)}`
  const curves = points.slice(1, -1).map((point, index) => {
    const next = points[index + 2] ?? point
    const isLast = index === points.length - 3
    const end = isLast ? next : { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 }
    return `Q ${at(point)} ${at(end)}`
  })
  return [`M ${at(first)}`, ...curves].join(' ')
}

/**
 * The edges that lead back to where a walk from the start came from, so that the drawing runs downwards and only loops
 * go up (the feedback edges that a depth-first search finds; nodes and edges in the order of the graph's definition).
 */
function backEdges(nodes: readonly DrawnNode[], edges: readonly DrawnEdge[]): Set<DrawnEdge> {
  const back = new Set<DrawnEdge>()
  const seen = new Set<string>()
  const open = new Set<string>()
  const visit = (node: string): void => {
    seen.add(node)
    open.add(node)
    for (const edge of edges) {
      if (edge.from !== node) continue
      if (open.has(edge.to)) back.add(edge)
      else if (!seen.has(edge.to)) visit(edge.to)
    }
    open.delete(node)
  }
  for (const { id } of nodes) if (!seen.has(id)) visit(id)
  return back
}

/** How straight an edge wants to be: the way the run took most, a loop back not at all. */
function weightOf(edge: DrawnEdge, back: boolean): number {
  if (back) return 0
  return edge.times > 0 ? 6 : 2
}

/** Places the nodes and edges of a graph, top to bottom. An edge to a node that is not there is left out. */
export function layOutGraph<Node extends DrawnNode, Edge extends DrawnEdge>({
  nodes,
  edges,
}: {
  nodes: readonly Node[]
  edges: readonly Edge[]
}): LaidOutGraph<Node, Edge> {
  const graph = new dagre.graphlib.Graph({ multigraph: true })
  graph.setGraph({ rankdir: 'TB', ranksep: 24, nodesep: 28, edgesep: 18, marginx: MARGIN, marginy: MARGIN })
  for (const node of nodes) graph.setNode(node.id, size(node))
  const drawn = edges.filter(({ from, to }) => graph.hasNode(from) && graph.hasNode(to))
  const back = backEdges(nodes, drawn)
  const endsOf = (edge: Edge): [string, string] => (back.has(edge) ? [edge.to, edge.from] : [edge.from, edge.to])
  for (const [index, edge] of drawn.entries()) {
    const label = {
      width: edge.label.length * NOTE_LETTER,
      height: edge.label ? 14 : 0,
      labelpos: 'c',
      weight: weightOf(edge, back.has(edge)),
    }
    graph.setEdge(...endsOf(edge), label, String(index))
  }
  dagre.layout(graph)
  const { width = 0, height = 0 } = graph.graph()
  return {
    width,
    height,
    nodes: nodes.map((node) => ({ ...node, ...placeOf(graph.node(node.id)) })),
    edges: drawn.map((edge, index) => {
      const { points = [], x, y } = graph.edge(...endsOf(edge), String(index))
      return {
        ...edge,
        path: smoothPath(back.has(edge) ? points.toReversed() : points),
        labelAt: edge.label && x !== undefined && y !== undefined ? { x, y } : null,
      }
    }),
  }
}

function placeOf({ x = 0, y = 0, width = 0, height = 0 }: Partial<Place>): Place {
  return { x, y, width, height }
}
