import type { GraphView } from '@countersign/client'

const edge = (from: string, to: string, conditional = false, label?: string) => ({ from, to, conditional, label })

/** The drawing of an ingest graph, as a worker registers it. */
export const INGEST_DRAWING: Pick<GraphView, 'nodes' | 'edges' | 'mermaid'> = {
  nodes: [
    { id: '__start__', kind: 'start' },
    { id: 'load', kind: 'node' },
    { id: 'clean', kind: 'node' },
    { id: 'extract', kind: 'node' },
    { id: 'quality_check', kind: 'node' },
    { id: 'human_review', kind: 'node' },
    { id: 'accept', kind: 'node' },
    { id: 'split', kind: 'node' },
    { id: 'embed', kind: 'node' },
    { id: 'index', kind: 'node' },
    { id: '__end__', kind: 'end' },
  ],
  edges: [
    edge('__start__', 'load'),
    edge('load', 'clean'),
    edge('clean', 'extract'),
    edge('extract', 'quality_check'),
    edge('quality_check', 'human_review', true),
    edge('quality_check', 'accept', true),
    edge('human_review', 'extract', true, 'sent back'),
    edge('human_review', 'split', true),
    edge('accept', 'split'),
    edge('split', 'embed'),
    edge('embed', 'index'),
    edge('index', '__end__'),
  ],
  mermaid: 'graph TD',
}
