import { CountersignError } from '@countersign/workflows/contract'
import type { Anchor, ReadAnchors } from './anchor.ts'
import type { AuditKeys } from './audit-key.ts'
import { ChainCheck, type ChainReport, type Finding, type StoredEntry } from './check-chain.ts'

/**
 * Checks the entries of one tenant, given in the order of `position`, against their seals and against anchors. Throws `unavailable`
 * where all of them were sealed with a key that is not known here: that says nothing about the log.
 */
export async function checkLog(
  entries: AsyncIterable<readonly StoredEntry[]>,
  { keys, anchors, partial }: { keys: AuditKeys; anchors: ReadAnchors; partial?: boolean },
): Promise<ChainReport> {
  const check = new ChainCheck(keys, { wanted: new Set(anchors.anchors.map(({ position }) => position)), partial })
  for await (const some of entries) for (const entry of some) check.pass(entry)
  const report = check.finish()
  if (report.checked > 0 && report.strangers === report.checked) throw strangeKey(keys)
  const cut = partial ? null : findCut(anchors.anchors, check.seen, report)
  const more = [...anchors.forged.map(forgedAnchor), ...(cut ? [cut] : [])]
  return { ...report, findings: [...report.findings, ...more], found: report.found + more.length }
}

/** Whether the log once reached further than it does, or had another end. */
function findCut(anchors: readonly Anchor[], seen: ReadonlyMap<number, string>, { last, findings }: ChainReport): Finding | null {
  const end = last?.position ?? 0
  const sorted = [...anchors].sort((a, b) => a.position - b.position)
  const exchanged = sorted.find(({ position, chain }) => seen.has(position) && seen.get(position) !== chain)
  if (exchanged !== undefined) {
    const held = sorted.findLast(({ position, chain }) => position < exchanged.position && seen.get(position) === chain)?.position ?? 0
    const message = `The log reached another entry ${exchanged.position} at ${exchanged.at}: entries from ${held + 1} on, up to there, were cut off and others were written in their place.`
    return truncated(held + 1, message)
  }
  const furthest = sorted.at(-1)
  const bad = findings.reduce((highest, { position }) => Math.max(highest, position), end)
  if (furthest === undefined || furthest.position <= bad) return null
  const which = end + 1 === furthest.position ? `entry ${end + 1} was` : `entries ${end + 1} to ${furthest.position} were`
  return truncated(end + 1, `The log reached entry ${furthest.position} at ${furthest.at} and ends at ${end}: ${which} cut off.`)
}

const truncated = (position: number, message: string): Finding => ({
  kind: 'truncated',
  position,
  seq: null,
  event: null,
  at: null,
  message,
})

const forgedAnchor = (line: number): Finding => ({
  kind: 'changed',
  position: 0,
  seq: null,
  event: null,
  at: null,
  message: `Line ${line} of the anchors is not signed with a known key: it was changed.`,
})

function strangeKey({ current }: AuditKeys): CountersignError {
  const message = `The log was sealed with another key than the one that is known here (${current.id}). Set COUNTERSIGN_AUDIT_KEY to the key of the workers.`
  return new CountersignError('unavailable', message, { key: current.id })
}
