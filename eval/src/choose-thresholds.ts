import type { JudgedReading } from './judge-readings.ts'
import { shopOf } from './samples.ts'

/** A threshold for each field. */
export type Thresholds = Record<string, number>

export interface HeldOutAcceptance {
  folds: number
  /** Of the fields of documents on which the thresholds were not chosen. */
  accepted: number
  wrongOfAccepted: number
}

/** 1 accepts nothing. */
const GRID = [0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.93, 0.95, 1]
const FOLDS = 10
/** Wrong readings that each field is taken to have beyond those that were seen: none seen is not none (Jeffreys' prior). */
const UNSEEN = 0.5

/** What a field accepts at a threshold, and how much of it is wrong. */
interface Yield {
  threshold: number
  accepted: number
  wrong: number
}

/**
 * The thresholds, one for each field, that accept most while no more than this share of what is accepted is wrong; of those that accept
 * the same, the strictest.
 */
export function chooseThresholds(readings: readonly JudgedReading[], mostWrong: number): Thresholds {
  const fields = [...new Set(readings.map(({ field }) => field))].sort()
  const yields = fields.map((field) => yieldsOf(readings.filter((reading) => reading.field === field)))
  let best: { accepted: number; chosen: Yield[] } = { accepted: -1, chosen: [] }
  const descend = (at: number, chosen: Yield[]): void => {
    const own = yields[at]
    if (own !== undefined) {
      for (const one of own) descend(at + 1, [...chosen, one])
      return
    }
    const accepted = sum(chosen, 'accepted')
    const wrong = sum(chosen, 'wrong') + UNSEEN * chosen.filter((one) => one.accepted > 0).length
    if (wrong <= mostWrong * accepted && accepted > best.accepted) best = { accepted, chosen }
  }
  descend(0, [])
  return Object.fromEntries(fields.map((field, at) => [field, best.chosen[at]?.threshold ?? 1]))
}

/** What thresholds that were chosen on some shops' documents do to the documents of others. */
export function crossValidate(readings: readonly JudgedReading[], mostWrong: number): HeldOutAcceptance {
  const shops = [...new Set(readings.map(({ sample }) => shopOf(sample)))].sort()
  const foldOf = (reading: JudgedReading): number => shops.indexOf(shopOf(reading.sample)) % FOLDS
  let [accepted, wrong] = [0, 0]
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const thresholds = chooseThresholds(
      readings.filter((reading) => foldOf(reading) !== fold),
      mostWrong,
    )
    for (const reading of readings) {
      if (foldOf(reading) !== fold || !isAccepted(reading, thresholds[reading.field] ?? 1)) continue
      accepted += 1
      if (!reading.right) wrong += 1
    }
  }
  return { folds: FOLDS, accepted: accepted / Math.max(1, readings.length), wrongOfAccepted: wrong / Math.max(1, accepted) }
}

const isAccepted = ({ raw, confidence }: JudgedReading, threshold: number): boolean => raw !== null && confidence >= threshold

/** From the strictest threshold down. */
function yieldsOf(readings: readonly JudgedReading[]): Yield[] {
  return [...GRID].reverse().map((threshold) => {
    const accepted = readings.filter((reading) => isAccepted(reading, threshold))
    return { threshold, accepted: accepted.length, wrong: accepted.filter(({ right }) => !right).length }
  })
}

const sum = (yields: readonly Yield[], key: 'accepted' | 'wrong'): number => yields.reduce((total, one) => total + one[key], 0)
