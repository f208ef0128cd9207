import { type AuditRow, countUnsealed, type Database, listHalfSealed, listSealed } from '@countersign/db'
import { CountersignError } from '@countersign/workflows/contract'
import type { ClientContext } from '../context.ts'
import { parseInput } from '../parse-input.ts'
import { type AuditVerdict, type VerifyAuditInput, verifyAuditInputSchema } from '../schemas/audit.ts'
import { loadAnchors, readAnchors } from './anchor.ts'
import { type AuditPlaces, readAuditKeys } from './audit-key.ts'
import { checkLog } from './check-log.ts'

const BATCH = 2_000

/**
 * Checks the whole log of the tenant against its seals and against anchors: those that are given, else those of this machine.
 * Reads only. Throws `unavailable` where the key is not at hand.
 */
export async function verifyAudit({ database, tenant, audit }: ClientContext, input: VerifyAuditInput = {}): Promise<AuditVerdict> {
  const { anchors: given } = parseInput(verifyAuditInputSchema, input)
  const places = placesOf(audit)
  const keys = readAuditKeys(places)
  const anchors = readAnchors(given ?? (await loadAnchors(places, tenant)), { tenant, keys })
  const { checked, last, findings, found } = await checkLog(readLog(database, tenant), { keys, anchors })
  const unsealed = await countUnsealed(database.db, { tenant })
  return {
    entries: checked + unsealed,
    sealed: checked,
    anchors: anchors.anchors.length,
    position: last?.position ?? 0,
    found,
    broken: findings,
  }
}

/** The sealed entries in the order of their positions, some at a time. */
async function* readLog(database: Database, tenant: string): AsyncGenerator<AuditRow[]> {
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const rows = await listSealed(database.db, { tenant, after, limit: BATCH })
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (rows.length < BATCH || last === undefined) break
    after = last.position ?? after
  }
  yield await listHalfSealed(database.db, { tenant, limit: BATCH })
}

function placesOf(audit: AuditPlaces | null): AuditPlaces {
  if (audit !== null) return audit
  throw new CountersignError(
    'unavailable',
    'This process was not told where the key of the audit log is. Give it COUNTERSIGN_AUDIT_KEY or COUNTERSIGN_HOME.',
  )
}
