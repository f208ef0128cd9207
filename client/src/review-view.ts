import type { ReviewListRow } from '@countersign/db'
import { reviewKindSchema, sentenceSchema, verbSchema } from '@countersign/workflows/contract'
import type { ReviewSummary } from './types.ts'

export function reviewSummary(row: ReviewListRow): ReviewSummary {
  return {
    id: row.id,
    run: row.run,
    kind: reviewKindSchema.parse(row.kind),
    status: row.status,
    title: row.title,
    titleSays: sentenceSchema.nullable().parse(row.titleSays),
    reason: row.reason,
    node: row.node,
    document: row.document,
    documentType: row.documentType,
    confidence: row.confidence,
    openedAt: row.openedAt.toISOString(),
    dueAt: row.dueAt?.toISOString() ?? null,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    decidedBy: row.decidedBy,
    priority: row.priority,
    assignee: row.assignee,
    claim: claimOf(row),
    quorum: row.quorum,
    disputed: row.disputed,
    round: row.round,
    doubts: row.doubts,
    verb: row.verb === null ? null : verbSchema.parse(row.verb),
  }
}

/** The lease, where somebody holds one now. */
function claimOf({ claimedBy, claimedUntil }: ReviewListRow): ReviewSummary['claim'] {
  if (claimedBy === null || claimedUntil === null || claimedUntil.getTime() <= Date.now()) return null
  return { by: claimedBy, until: claimedUntil.toISOString() }
}
