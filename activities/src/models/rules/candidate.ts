import type { Reading } from '../extractor.ts'
import { type Cell, evidenceOf } from './cells.ts'

/** A possible value of a field with what speaks for it. `score` ranks candidates of one field; it is no probability. */
export interface Candidate<V extends string | number> {
  value: V
  score: number
  reason: string
  cell: Cell | null
  from: number
  to: number
}

/** The best candidate, what else was read, and how far ahead the best one is. */
export interface Ranked<V extends string | number> {
  best: Candidate<V>
  others: Candidate<V>[]
  /** Score of the best minus score of the next different value; the best's own score where there is none. */
  lead: number
}

/** Ranks candidates; those with the same value (by `key`) are one, with a little more weight for each repetition. */
export function rank<V extends string | number>(candidates: readonly Candidate<V>[], key: (value: V) => string): Ranked<V> | null {
  const byValue = new Map<string, Candidate<V>>()
  for (const candidate of [...candidates].sort((a, b) => b.score - a.score)) {
    const known = byValue.get(key(candidate.value))
    if (known === undefined) byValue.set(key(candidate.value), { ...candidate })
    else known.score += Math.min(0.3, Math.max(0, candidate.score) * 0.1)
  }
  const [best, ...others] = [...byValue.values()].sort((a, b) => b.score - a.score)
  if (best === undefined) return null
  return { best, others, lead: best.score - Math.max(0, others[0]?.score ?? 0) }
}

/** The part of a reading that every field has in common. */
export function readingOf<V extends string | number>(ranked: Ranked<V>): Omit<Reading, 'confidence'> {
  const evidence = (candidate: Candidate<V>) => (candidate.cell === null ? [] : [evidenceOf(candidate.cell, candidate.from, candidate.to)])
  return {
    value: ranked.best.value,
    evidence: evidence(ranked.best),
    reasons: [ranked.best.reason],
    alternatives: ranked.others.slice(0, 4).map((other) => ({ value: other.value, reason: other.reason, evidence: evidence(other) })),
  }
}

/** What a reading of a field that was not found looks like. */
export function notFound(confidence: number, reason: string): Reading {
  return { value: null, confidence, evidence: [], reasons: [reason], alternatives: [] }
}
