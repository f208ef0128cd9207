import type { AuditRow } from '@countersign/db'
import type { AuditEntryView } from '../schemas/audit.ts'

/** An entry as callers see it. */
export function auditView({ seq, position, at, actor, event, run, review, document, data }: AuditRow): AuditEntryView {
  return { seq, position, at: at.toISOString(), actor, event, run, review, document, data }
}
