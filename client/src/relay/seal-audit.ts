import {
  type AuditRow,
  announceChanges,
  CHANGES_CHANNEL,
  type Database,
  type DbOrTx,
  listHeads,
  listUnsealed,
  takeSealing,
  writeSeals,
} from '@countersign/db'
import { CountersignError } from '@countersign/workflows/contract'
import { type Anchor, keepAnchor } from '../audit/anchor.ts'
import { type AuditKeys, type AuditPlaces, openAuditKeys } from '../audit/audit-key.ts'
import { readSeal, sealEntry, writeSeal } from '../audit/seal-entry.ts'
import { createRounds } from './create-rounds.ts'
import { type RelayLog, sayCauses } from './relay-log.ts'

export interface SealerOptions {
  database: Database
  places: AuditPlaces
  log: RelayLog
  /** Runs in the transaction that seals these entries: what it writes is written once per entry, or not at all. */
  onSealed?: (tx: DbOrTx, entries: readonly AuditRow[]) => Promise<void>
  /** Longest time in milliseconds between two looks at the log; 1,000 by default. Announced changes wake it anyway. */
  intervalMs?: number
  /** Shortest time in milliseconds between two anchors of a tenant; 60,000 by default. */
  anchorEveryMs?: number
}

export interface Sealer {
  /** Answers once the key is there. Throws where it is not usable. */
  start(): Promise<void>
  /** Ends after the batch under way, and leaves an anchor of what it sealed. Safe to repeat. */
  stop(): Promise<void>
  /** Seals all that is committed; answers how many entries. What {@link start} does again and again. */
  sealAll(): Promise<number>
}

const BATCH = 1_000
/** A burst of changes is one look at the log, not one each. */
const SHORTEST_PAUSE = 100
const STRANGE_KEY = 'The audit log was sealed with another key: nothing more is sealed here. Set COUNTERSIGN_AUDIT_KEY.'

/**
 * Seals the entries of the audit log a moment after they are committed: each gets the tenant's next position and its codes. One sealer
 * of the installation works at a time, any number may run. An entry that is committed late gets a later position than its `seq`
 * would say: positions tell the order in which entries became known.
 */
export function createSealer(options: SealerOptions): Sealer {
  const { database, places, log, intervalMs = 1_000, anchorEveryMs = 60_000 } = options
  const anchors = createAnchors(places, anchorEveryMs)
  /** Tenants whose log was sealed with a key that is not known here. */
  const refused = new Set<string>()
  let keys: AuditKeys | null = null

  const sealBatch = async (known: AuditKeys, after: number): Promise<{ count: number; last: number }> => {
    const except = [...refused]
    if ((await listUnsealed(database.db, { limit: 1, except, after })).length === 0) return { count: 0, last: 0 }
    const { sealed, heads, strangers } = await database.db.transaction(async (tx) => {
      if (!(await takeSealing(tx))) return NOTHING
      const batch = await sealNext(tx, known, { except, after })
      await options.onSealed?.(tx, batch.sealed)
      return batch
    })
    for (const tenant of strangers) {
      refused.add(tenant)
      log.warn({ tenant, key: known.current.id }, STRANGE_KEY)
    }
    for (const head of heads) anchors.note(head)
    return { count: sealed.length + strangers.length, last: sealed.at(-1)?.seq ?? 0 }
  }

  const sealAll = async (): Promise<number> => {
    keys ??= await openAuditKeys(places)
    let total = 0
    // Behind what was just sealed first: the index still leads past all of that. Then once more from the beginning, for late ones.
    for (let after = 0; ; ) {
      const { count, last } = await sealBatch(keys, after)
      total += count
      if (rounds.isStopping() || (count === 0 && after === 0)) return total
      after = last
    }
  }

  const rounds = createRounds({
    round: async () => {
      await sealAll()
      if (keys) await anchors.write(keys)
      return intervalMs
    },
    wakeOn: { url: database.url, channel: CHANGES_CHANNEL },
    rest: Math.min(SHORTEST_PAUSE, intervalMs),
    failed: { message: 'The audit log could not be sealed; trying again', pause: intervalMs },
    log,
  })

  return {
    sealAll,
    async start() {
      keys = await openAuditKeys(places)
      rounds.start()
    },
    async stop() {
      await rounds.stop()
      if (keys)
        await anchors
          .write(keys, true)
          .catch((error: unknown) => log.warn({ why: sayCauses(error) }, 'The last anchor could not be written'))
    },
  }
}

interface SealedBatch {
  sealed: AuditRow[]
  heads: Anchor[]
  strangers: string[]
}

const NOTHING: SealedBatch = { sealed: [], heads: [], strangers: [] }

/** Seals the next batch, in the order of `seq`, each tenant's behind its own last entry. */
async function sealNext(tx: DbOrTx, keys: AuditKeys, where: { except: readonly string[]; after: number }): Promise<SealedBatch> {
  const rows = await listUnsealed(tx, { limit: BATCH, ...where })
  const ends = new Map<string, { position: number; chain: string }>()
  const strangers = new Set<string>()
  for (const { tenant, position, mac } of await listHeads(tx, { tenants: [...new Set(rows.map(({ tenant }) => tenant))] })) {
    const seal = readSeal(mac)
    if (seal === null || !keys.known.has(seal.key)) strangers.add(tenant)
    else ends.set(tenant, { position, chain: seal.chain })
  }
  const sealed: AuditRow[] = []
  for (const row of rows) {
    if (strangers.has(row.tenant)) continue
    const end = ends.get(row.tenant) ?? { position: 0, chain: '' }
    const seal = sealEntry(keys.current, row, end.position + 1, end.chain)
    ends.set(row.tenant, { position: seal.position, chain: seal.chain })
    sealed.push({ ...row, position: seal.position, mac: writeSeal(seal) })
  }
  const written = await writeSeals(
    tx,
    sealed.map(({ seq, position, mac }) => ({ seq, position: position ?? 0, mac: mac ?? '' })),
  )
  if (written !== sealed.length)
    throw new CountersignError('conflict', `${sealed.length - written} entries were sealed by somebody else meanwhile.`)
  const tenants = [...new Set(sealed.map(({ tenant }) => tenant))]
  await announceChanges(
    tx,
    tenants.map((tenant) => ({ tenant, kind: 'audit', id: tenant, run: null })),
  )
  const at = new Date().toISOString()
  const heads = tenants.flatMap((tenant) => {
    const end = ends.get(tenant)
    return end ? [{ tenant, at, ...end }] : []
  })
  return { sealed, heads, strangers: [...strangers] }
}

/** The newest position per tenant, written to its file when it has moved and the last anchor is old enough. */
function createAnchors(
  places: AuditPlaces,
  every: number,
): { note(head: Anchor): void; write(keys: AuditKeys, now?: boolean): Promise<void> } {
  const heads = new Map<string, Anchor>()
  const written = new Map<string, number>()
  return {
    note: (head) => void heads.set(head.tenant, head),
    async write(keys, now = false) {
      for (const [tenant, head] of heads) {
        if (!now && Date.now() - (written.get(tenant) ?? 0) < every) continue
        await keepAnchor(places, keys.current, head)
        written.set(tenant, Date.now())
        if (heads.get(tenant) === head) heads.delete(tenant)
      }
    },
  }
}
