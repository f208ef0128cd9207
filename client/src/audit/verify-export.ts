import { CountersignError } from '@countersign/workflows/contract'
import { z } from 'zod'
import { type AuditVerdict, sealedEntrySchema } from '../schemas/audit.ts'
import { readAnchors } from './anchor.ts'
import { type AuditPlaces, readAuditKeys } from './audit-key.ts'
import type { StoredEntry } from './check-chain.ts'
import { checkLog } from './check-log.ts'

const lineSchema = z.union([sealedEntrySchema, z.object({ anchor: z.string(), tenant: z.string(), complete: z.boolean() })])

const BATCH = 1_000

/** What was found in an exported file. `complete`: it claims to hold the whole log of its tenant, so that gaps count. */
export type ExportVerdict = AuditVerdict & { tenant: string; complete: boolean }

/** The line that ends an export. */
/**
 * Verifies a file that `countersign audit export` wrote, with the key and without a database: every entry's own seal, and the links
 * between those that follow each other. `lines` is called twice, and read to the end each time. Throws `invalid_input` where a line
 * is not of an export, `unavailable` where the key is not at hand or another one sealed the log.
 */
export async function verifyExport(
  lines: () => AsyncIterable<string>,
  { audit, anchors: given = '' }: { audit: AuditPlaces; anchors?: string },
): Promise<ExportVerdict> {
  const keys = readAuditKeys(audit)
  const end = await readEnd(lines())
  const anchors = readAnchors(`${given}\n${end.anchor}`, { tenant: end.tenant, keys })
  const report = await checkLog(readEntries(lines()), { keys, anchors, partial: !end.complete })
  return {
    tenant: end.tenant,
    complete: end.complete,
    entries: report.checked,
    sealed: report.checked,
    anchors: anchors.anchors.length,
    position: report.last?.position ?? 0,
    found: report.found,
    broken: report.findings,
  }
}

async function readEnd(lines: AsyncIterable<string>): Promise<{ anchor: string; tenant: string; complete: boolean }> {
  let tenant = ''
  for await (const line of lines) {
    if (line.trim() === '') continue
    const read = readLine(line)
    if ('anchor' in read) return read
    tenant = read.tenant
  }
  return { anchor: '', tenant, complete: false }
}

async function* readEntries(lines: AsyncIterable<string>): AsyncGenerator<StoredEntry[]> {
  let batch: StoredEntry[] = []
  for await (const line of lines) {
    const read = line.trim() === '' ? null : readLine(line)
    if (read !== null && !('anchor' in read)) batch.push({ ...read, at: new Date(read.at) })
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  yield batch
}

function readLine(line: string): z.infer<typeof lineSchema> {
  try {
    return lineSchema.parse(JSON.parse(line))
  } catch (cause) {
    throw new CountersignError('invalid_input', `This line is not of an export of the audit log: ${line.slice(0, 80)}`, {}, { cause })
  }
}
