import type { AuditKey, AuditKeys } from './audit-key.ts'
import { comesBehind, type EntryContent, isGenuine, readSeal, type Seal } from './seal-entry.ts'

/** An entry with its seal, as it stands in the log or in an export. */
export interface StoredEntry extends EntryContent {
  position: number | null
  mac: string | null
}

/** One thing that is wrong with the log, and where. `seq`, `event` and `at` are those of the entry, where there is one. */
export interface Finding {
  kind: 'changed' | 'removed' | 'reordered' | 'truncated' | 'inserted'
  position: number
  seq: number | null
  event: string | null
  at: string | null
  message: string
}

/** What is kept of an entry that was passed. */
interface Passed {
  position: number
  seq: number
  chain: string
}

/** Positions that nobody has shown up for yet, and the seqs around them. */
interface Gap {
  first: number
  last: number
  after: number | null
  before: number
}

export interface ChainReport {
  checked: number
  /** Entries that were sealed with a key that is not known here. */
  strangers: number
  last: Passed | null
  /** The first 200; `found` counts all. */
  findings: Finding[]
  found: number
}

const LISTED = 200
const MOST_GAPS = 10_000

/**
 * Checks the seals of one tenant's log, entry by entry, in bounded memory. An entry's own code tells whether it is what was sealed
 * and at which position; a position for which nobody shows up was removed, an entry that shows up late was moved, one without a
 * genuine code was changed, or put in where no position is free. `partial`: a selection of entries, so gaps mean nothing.
 */
export class ChainCheck {
  /** The CHAIN found at each position that was asked for. */
  readonly seen = new Map<number, string>()
  readonly #keys: AuditKeys
  readonly #wanted: ReadonlySet<number>
  readonly #partial: boolean
  readonly #findings: Finding[] = []
  readonly #gaps: Gap[] = []
  /** Entries without a genuine code since the last one that had it. */
  #bad: StoredEntry[] = []
  #last: Passed | null = null
  /** How far the entry before stood from where it was sealed. */
  #shift = 0
  /** A late one has come since: that explains a new shift. */
  #late = false
  #checked = 0
  #strangers = 0
  #found = 0

  constructor(keys: AuditKeys, options: { wanted?: ReadonlySet<number>; partial?: boolean } = {}) {
    this.#keys = keys
    this.#wanted = options.wanted ?? new Set()
    this.#partial = options.partial ?? false
  }

  /** Takes the next entry, in the order of `position`. */
  pass(entry: StoredEntry): void {
    this.#checked += 1
    const seal = readSeal(entry.mac)
    const key = seal === null ? undefined : this.#keys.known.get(seal.key)
    if (seal !== null && key === undefined) this.#strangers += 1
    if (seal === null || key === undefined || !isGenuine(key, entry, seal)) {
      this.#bad.push(entry)
      return
    }
    if (this.#wanted.has(seal.position)) this.seen.set(seal.position, seal.chain)
    if (this.#last !== null && seal.position <= this.#last.position) this.#passLate(entry, seal)
    else this.#passNext(entry, seal, key)
  }

  finish(): ChainReport {
    this.#settleEnd()
    for (const gap of this.#gaps) this.#reportGap(gap)
    const findings = this.#findings.sort((a, b) => a.position - b.position)
    return { checked: this.#checked, strangers: this.#strangers, last: this.#last, findings, found: this.#found }
  }

  #passNext(entry: StoredEntry, seal: Seal, key: AuditKey): void {
    const before = this.#last
    const jumped = seal.position > (before?.position ?? 0) + 1 || this.#bad.length > 0 || this.#late
    this.#settle(seal.position, entry.seq)
    const chain = seal.position === 1 ? '' : before?.position === seal.position - 1 ? before.chain : null
    if (chain !== null && !comesBehind(key, seal, chain)) {
      this.#report('changed', seal.position, entry, 'does not follow the entry before it: one of the two is of another history')
    }
    const shift = (entry.position ?? 0) - seal.position
    if (!this.#partial && !jumped && shift !== this.#shift) {
      this.#report('reordered', seal.position, entry, `stands at position ${entry.position ?? 'none'}: positions were written anew`)
    }
    this.#shift = shift
    this.#late = false
    this.#last = { position: seal.position, seq: entry.seq, chain: seal.chain }
  }

  #passLate(entry: StoredEntry, seal: Seal): void {
    this.#late = true
    const stands = `stands at position ${entry.position ?? 'none'}`
    if (this.#partial) this.#report('reordered', seal.position, entry, 'comes after later ones')
    else if (this.#fill(seal.position)) this.#report('reordered', seal.position, entry, `${stands}: it was moved`)
    else this.#report('inserted', seal.position, entry, `${stands} a second time: it was put in`)
  }

  /** Deals the positions before `next` out to the entries without a genuine code. What no entry is left for is gone. */
  #settle(next: number, seq: number): void {
    const expected = (this.#last?.position ?? 0) + 1
    const taken = new Set<number>()
    for (const entry of this.#bad) {
      const place = entry.position ?? next
      const free = !taken.has(place) && place >= expected && place < next
      if (free) taken.add(place)
      this.#reportBad(place, entry, free ? 'changed' : 'inserted')
    }
    this.#bad = []
    if (this.#partial) return
    let first = expected
    for (const place of [...[...taken].sort((a, b) => a - b), next]) {
      if (place > first) this.#open({ first, last: place - 1, after: this.#last?.seq ?? null, before: seq })
      first = place + 1
    }
  }

  /** Behind the last genuine entry nothing tells how many there were: one that still bears a seal for its place was changed. */
  #settleEnd(): void {
    for (const entry of this.#bad) {
      const place = entry.position ?? (this.#last?.position ?? 0) + 1
      const seal = readSeal(entry.mac)
      const sealedHere = seal?.position === place && this.#keys.known.has(seal.key)
      this.#reportBad(place, entry, sealedHere || this.#partial ? 'changed' : 'inserted')
    }
  }

  #open(gap: Gap): void {
    if (this.#gaps.length < MOST_GAPS) this.#gaps.push(gap)
    else this.#reportGap(gap)
  }

  /** Whether the position is one that was missing so far; from now on it is not. */
  #fill(position: number): boolean {
    const index = this.#gaps.findIndex((gap) => gap.first <= position && position <= gap.last)
    const gap = this.#gaps[index]
    if (gap === undefined) return false
    const halves = [
      { ...gap, last: position - 1 },
      { ...gap, first: position + 1 },
    ]
    this.#gaps.splice(index, 1, ...halves.filter(({ first, last }) => first <= last))
    return true
  }

  #reportBad(place: number, entry: StoredEntry, kind: 'changed' | 'inserted'): void {
    this.#report(kind, place, entry, kind === 'changed' ? 'is not what was sealed: it was changed' : 'was never sealed: it was put in')
  }

  #reportGap({ first, last, after, before }: Gap): void {
    const which = first === last ? `The entry at position ${first} is gone` : `The entries at positions ${first} to ${last} are gone`
    const where = after === null ? `before seq ${before}` : `between seq ${after} and seq ${before}`
    this.#add({ kind: 'removed', position: first, seq: null, event: null, at: null, message: `${which} (${where}).` })
  }

  #report(kind: Finding['kind'], position: number, { seq, event, at }: StoredEntry, what: string): void {
    const time = at.toISOString()
    this.#add({ kind, position, seq, event, at: time, message: `Entry ${position} (seq ${seq}, ${event}, ${time}) ${what}.` })
  }

  #add(finding: Finding): void {
    this.#found += 1
    if (this.#findings.length < LISTED) this.#findings.push(finding)
  }
}
