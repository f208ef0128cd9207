import { listHeads, listSealed } from '@countersign/db'
import { CountersignError } from '@countersign/workflows/contract'
import type { ClientContext } from '../context.ts'
import { parseInput } from '../parse-input.ts'
import { type AuditExportFilter, type AuditExportPage, auditExportFilterSchema, type SealedEntry } from '../schemas/audit.ts'
import { keepAnchor, writeAnchor } from './anchor.ts'
import { type AuditKeys, type AuditPlaces, readAuditKeys } from './audit-key.ts'
import { readSeal } from './seal-entry.ts'

const MOST = 1_000

/**
 * A page of the sealed entries, oldest first, each with its seal. With the last page of all comes an anchor, which is kept on this
 * machine as well. Safe to repeat.
 */
export async function exportAudit(context: ClientContext, filter: AuditExportFilter = {}): Promise<AuditExportPage> {
  const { database, tenant } = context
  const { since, review, after, limit = MOST } = parseInput(auditExportFilterSchema, filter)
  const size = Math.min(MOST, Math.max(1, limit))
  const from = { tenant, after: positionOf(after), limit: size + 1, since: since === undefined ? undefined : new Date(since), review }
  const rows = await listSealed(database.db, from)
  const items = rows.slice(0, size).map((row): SealedEntry => ({ ...row, at: row.at.toISOString(), position: row.position ?? 0 }))
  const next = rows.length > size ? String(items.at(-1)?.position) : null
  return { items, next, anchor: next === null ? await anchorNow(context) : null }
}

function positionOf(after: string | undefined): number {
  const position = Number(after ?? 0)
  if (Number.isSafeInteger(position)) return position
  throw new CountersignError('invalid_input', '"after" is not a cursor of this list. Pass the "next" of the page before.')
}

/** A signed line about the newest entry; null where there is none, or no key. */
async function anchorNow({ database, tenant, audit }: ClientContext): Promise<string | null> {
  const keys = audit === null ? null : keysOrNull(audit)
  const [head] = keys === null ? [] : await listHeads(database.db, { tenants: [tenant] })
  const seal = readSeal(head?.mac ?? null)
  if (audit === null || keys === null || seal === null) return null
  const anchor = { tenant, at: new Date().toISOString(), position: seal.position, chain: seal.chain }
  await keepAnchor(audit, keys.current, anchor)
  return writeAnchor(keys.current, anchor)
}

function keysOrNull(places: AuditPlaces): AuditKeys | null {
  try {
    return readAuditKeys(places)
  } catch (error) {
    if (error instanceof CountersignError && error.code === 'unavailable') return null
    throw error
  }
}
