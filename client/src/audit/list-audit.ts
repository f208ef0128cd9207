import { listAudit as list } from '@countersign/db'
import type { ClientContext } from '../context.ts'
import { parseInput } from '../parse-input.ts'
import { type AuditEntryView, type AuditFilter, auditFilterSchema } from '../schemas/audit.ts'
import type { Page } from '../schemas/page.ts'

/** A page of the audit log, newest first. */
export async function listAudit({ database, tenant }: ClientContext, filter: AuditFilter = {}): Promise<Page<AuditEntryView>> {
  const { items, next } = await list(database.db, { ...parseInput(auditFilterSchema, filter), tenant })
  return { items: items.map(({ tenant: _tenant, mac: _mac, at, ...entry }) => ({ ...entry, at: at.toISOString() })), next }
}
