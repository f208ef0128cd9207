import type { GraphView } from '../types.ts'
import { type DrawnEdge, type DrawnNode, type LaidOutGraph, layOutGraph, type Place, type Route } from './lay-out-graph.ts'

const STYLE = `
  .edge { fill: none; stroke: #6b7280; stroke-width: 1.5 }
  .conditional { stroke-dasharray: 4 3 }
  .arrow { fill: none; stroke: #6b7280; stroke-width: 1.5; stroke-linecap: round }
  .box { fill: #ffffff; stroke: #6b7280 }
  .end { fill: #6b7280 }
  text { font: 12px ui-monospace, Menlo, Consolas, monospace; fill: #1f2937; text-anchor: middle }
  .label { font-size: 11px; paint-order: stroke; stroke: #ffffff; stroke-width: 4px }
  @media (prefers-color-scheme: dark) {
    .edge, .arrow { stroke: #9ca3af }
    .box { fill: #111827; stroke: #9ca3af }
    .end { fill: #9ca3af }
    text { fill: #f3f4f6 }
    .label { stroke: #111827 }
  }`

/** A graph as an SVG file of its own, light or dark as whoever looks at it; conditional edges are dashed. */
export function drawSvg({ name, version, nodes, edges }: GraphView): string {
  const drawn = layOutGraph({
    nodes: nodes.map((node) => ({ ...node, note: '' })),
    edges: edges.map((edge) => ({ ...edge, label: edge.label ?? '', times: 0 })),
  })
  const { width, height } = drawn
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width.toFixed(0)}" height="${height.toFixed(0)}" viewBox="0 0 ${width.toFixed(1)} ${height.toFixed(1)}" role="img">`,
    `<title>${escaped(`${name}@${version}`)}</title>`,
    `<style>${STYLE}</style>`,
    '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto"><path class="arrow" d="M1 1 7 4 1 7"/></marker></defs>',
    ...drawn.edges.map(edgeOf),
    ...drawn.nodes.map(nodeOf),
    '</svg>',
    '',
  ].join('\n')
}

type Laid = LaidOutGraph<DrawnNode, DrawnEdge & { conditional: boolean }>

function edgeOf({ path, label, labelAt, conditional }: Laid['edges'][number] & Route): string {
  const line = `<path class="edge${conditional ? ' conditional' : ''}" d="${path}" marker-end="url(#arrow)"/>`
  return labelAt === null
    ? line
    : `${line}<text class="label" x="${labelAt.x.toFixed(1)}" y="${(labelAt.y + 4).toFixed(1)}">${escaped(label)}</text>`
}

function nodeOf({ id, kind, x, y, width, height }: DrawnNode & Place): string {
  if (kind === 'start' || kind === 'end') return `<circle class="end" cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="5"/>`
  const box = `<rect class="box" x="${(x - width / 2).toFixed(1)}" y="${(y - height / 2).toFixed(1)}" width="${width}" height="${height}" rx="6"/>`
  return `${box}<text x="${x.toFixed(1)}" y="${(y + 4).toFixed(1)}">${escaped(id)}</text>`
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
