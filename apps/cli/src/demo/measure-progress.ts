import type { GraphView, RunSummary } from '@countersign/client'

/**
 * How far along its graph a run is, from 0 to 1: how deep its next node lies, measured by the shortest way from the start.
 * Loops and untaken branches make it a guess, so only a finished run shows 1.
 */
export function measureProgress(run: Pick<RunSummary, 'status' | 'next' | 'error'>, graph: GraphView | undefined): number {
  if (run.status === 'done') return 1
  const depths = graph === undefined ? new Map<string, number>() : depthsOf(graph)
  const deepest = Math.max(1, ...depths.values())
  const here = run.next.length > 0 ? run.next : [run.error?.node ?? '']
  return Math.min(0.95, Math.max(0, ...here.map((node) => depths.get(node) ?? 0)) / deepest)
}

function depthsOf(graph: GraphView): Map<string, number> {
  const starts = graph.nodes.filter(({ kind }) => kind === 'start').map(({ id }) => id)
  const depths = new Map(starts.map((id) => [id, 0]))
  for (const node of depths.keys()) {
    const depth = (depths.get(node) ?? 0) + 1
    // A Map can be added to while its keys are walked: this is a breadth-first search.
    for (const { from, to } of graph.edges) if (from === node && !depths.has(to)) depths.set(to, depth)
  }
  return depths
}

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/** A bar of `width` columns, in steps of an eighth of a column. */
export function formatBar(progress: number, width: number): string {
  const eighths = Math.round(Math.min(1, Math.max(0, progress)) * width * 8)
  const bar = '█'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8]
  return bar.padEnd(width, '░')
}
