import type { BatchRow } from '@countersign/db'
import { type BatchView, batchInputSchema } from '../schemas/batches.ts'

const verbSchema = batchInputSchema.options[0].shape.verb

export function batchView({ verb, createdAt, startedAt, finishedAt, ...row }: BatchRow): BatchView {
  const { id, reason, value, node, status, createdBy, total, decided, refused, odd } = row
  return {
    id,
    verb: verbSchema.parse(verb),
    reason,
    value,
    node,
    status,
    createdBy,
    createdAt: createdAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    finishedAt: finishedAt?.toISOString() ?? null,
    total,
    decided,
    refused,
    odd,
  }
}
