import type { AttemptRow, GraphRow, RunRow } from '@countersign/db'
import type { AttemptView, GraphView, RunSummary } from './types.ts'

export function runSummary(row: RunRow): RunSummary {
  return {
    id: row.id,
    graph: row.graph,
    version: row.version,
    title: row.title,
    status: row.status,
    step: row.step,
    next: row.next,
    document: row.document,
    parentRun: row.parentRun,
    parentCheckpoint: row.parentCheckpoint,
    sandbox: row.sandbox,
    hold: row.hold,
    error: row.error,
    partial: row.partial,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    openReviews: row.openReviews,
  }
}

export function attemptView(row: AttemptRow): AttemptView {
  return {
    checkpoint: row.checkpoint,
    task: row.task,
    node: row.node,
    step: row.step,
    fence: row.fence,
    status: row.status,
    error: row.error && { code: row.error.code, message: row.error.message },
    worker: row.worker,
    startedAt: row.startedAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    usage: row.usage,
  }
}

export function graphView(row: GraphRow): GraphView {
  return { name: row.name, version: row.version, nodes: row.drawing.nodes, edges: row.drawing.edges, mermaid: row.drawing.mermaid }
}
