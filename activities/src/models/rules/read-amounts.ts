import { type Candidate, type Ranked, rank } from './candidate.ts'
import type { Cell, Layout } from './cells.ts'
import { type FindValues, findLabelled, type Labelled } from './find-labelled.ts'
import { type Label, NOT_FALLBACK, NOT_TOTAL, TAX_LABELS, TOTAL_FALLBACK, TOTAL_LABELS, UNTAXED_LABELS } from './labels.ts'
import { findAmounts, sameAmount } from './parse-amount.ts'

interface Money {
  value: number
  decimals: boolean
  currency: string | null
}

/** The amounts that matter, with the sums they take part in. */
export interface AmountReadings {
  total: Ranked<number> | null
  untaxed: Ranked<number> | null
  tax: Ranked<number> | null
  /** untaxed + tax = total for labelled amounts. */
  balanced: boolean
  /** Labelled amounts are there and contradict: what they add up to. */
  contradiction: number | null
  /** A second, independent sum gives the total: lines, or cash less change. */
  supported: boolean
}

const findMoney: FindValues<Money> = (text, from) =>
  findAmounts(text)
    .filter((amount) => amount.from >= from)
    .map(({ value, decimals, currency, from: start, to }) => ({ value: { value, decimals, currency }, from: start, to }))

/** Reads total, untaxed total and tax, each by its labels, and weighs them by whether they add up. */
export function readAmounts(layout: Layout): AmountReadings {
  const untaxed = candidates(layout, UNTAXED_LABELS, undefined, false)
  const taxes = candidates(layout, TAX_LABELS, undefined, false)
  const parts = { untaxed, taxes }
  const paid = cashLessChange(layout)
  const sums = [...lineSums(layout), ...paid]
  const totals = totalCandidates(layout, paid)
  for (const total of totals) {
    if (splits(total.value, parts) !== null) total.score += 1
    if (sums.some((sum) => sameAmount(sum, total.value))) total.score += 0.6
  }
  preferRounded(totals)
  const total = rank(totals, cents)
  const pair = total === null ? null : splits(total.best.value, parts)
  if (pair !== null) {
    pair.untaxed.score += 2
    pair.tax.score += 2
  }
  const ranked = { total, untaxed: rank(untaxed, cents), tax: rank(taxes, cents) }
  return {
    ...ranked,
    balanced: pair !== null,
    contradiction: pair === null ? contradictionOf(ranked) : null,
    supported: total !== null && sums.some((sum) => sameAmount(sum, total.best.value)),
  }
}

/** Totals by their own labels; where there is none, subtotals, what was paid, and what cash less change must have been. */
function totalCandidates(layout: Layout, paid: readonly number[]): Candidate<number>[] {
  const labelled = candidates(layout, TOTAL_LABELS, NOT_TOTAL, true)
  if (labelled.some(({ score }) => score >= 2.5)) return labelled
  const implied = layout.cells.flatMap((cell) =>
    findAmounts(cell.text)
      .filter(({ value, decimals }) => decimals && paid.some((sum) => sameAmount(sum, value)))
      .map(({ value, from, to }) => ({ value, score: 2, reason: 'cash less change gives it', cell, from, to })),
  )
  return [...labelled, ...candidates(layout, TOTAL_FALLBACK, NOT_FALLBACK, true), ...implied]
}

/** Where a total is rounded to five cents, the rounded one comes after the exact one and is what was paid. */
function preferRounded(totals: readonly Candidate<number>[]): void {
  for (const total of totals) {
    const exact = totals.find(({ value, cell }) => {
      const apart = Math.abs(value - total.value)
      return apart > 0.005 && apart < 0.051 && (cell?.row ?? 0) < (total.cell?.row ?? 0)
    })
    const round = Math.abs(Math.round(total.value * 20) - total.value * 20) < 0.001
    if (exact !== undefined && round) total.score = Math.max(total.score, exact.score) + 0.8
  }
}

const cents = (value: number): string => value.toFixed(2)

function candidates(layout: Layout, labels: readonly Label[], not: RegExp | undefined, isTotal: boolean): Candidate<number>[] {
  const found = findLabelled(layout, labels, findMoney, not).filter(({ value }) => value.value >= 0)
  const largest = Math.max(0, ...found.map(({ value }) => value.value.valueOf()))
  return found.map((labelled) => ({
    value: labelled.value.value,
    score: weigh(labelled, found, isTotal ? largest : null),
    reason: `next to “${labelText(labelled)}”`,
    cell: labelled.cell,
    from: labelled.from,
    to: labelled.to,
  }))
}

function weigh(labelled: Labelled<Money>, all: readonly Labelled<Money>[], largest: number | null): number {
  const { value, strength, beside } = labelled
  let score = strength
  if (value.decimals) score += 0.6
  if (value.currency !== null) score += 0.4
  // A bare integer beside “total” is as often a count.
  if (!value.decimals && value.currency === null) score -= 1.2
  if (beside === 'below') score -= 0.8
  if (isLastInRow(labelled, all)) score += 0.3
  if (largest !== null && value.value === largest) score += 0.4
  // Totals come after what they total.
  score += 0.3 * (labelled.cell.page - 1 + labelled.cell.y)
  return value.value === 0 ? score - 1.5 : score
}

function isLastInRow(labelled: Labelled<Money>, all: readonly Labelled<Money>[]): boolean {
  return !all.some((other) => other.cell.row === labelled.cell.row && position(other) > position(labelled))
}

const position = ({ cell, from }: { cell: Cell; from: number }): number => cell.x + (cell.w * from) / Math.max(1, cell.text.length)

function labelText(labelled: Labelled<Money>): string {
  return labelled.context.length > 40 ? `${labelled.context.slice(0, 39)}…` : labelled.context
}

interface Parts {
  untaxed: Candidate<number>[]
  taxes: Candidate<number>[]
}

/** A labelled untaxed amount and a labelled tax that make up the total; a tax of nothing counts only if the untaxed one is labelled. */
function splits(total: number, { untaxed, taxes }: Parts): { untaxed: Candidate<number>; tax: Candidate<number> } | null {
  for (const before of untaxed) {
    for (const tax of taxes) {
      const inRange = before.value > 0 && tax.value >= 0 && tax.value < before.value
      if (inRange && sameAmount(before.value + tax.value, total) && before.cell !== tax.cell) return { untaxed: before, tax }
    }
  }
  return null
}

function contradictionOf(ranked: Pick<AmountReadings, 'total' | 'untaxed' | 'tax'>): number | null {
  const { total, untaxed, tax } = ranked
  if (total === null || untaxed === null || tax === null) return null
  const sum = untaxed.best.value + tax.best.value
  const plausible = untaxed.best.score >= 3 && tax.best.score >= 3 && tax.best.value < untaxed.best.value && sum > total.best.value * 0.5
  return plausible && sum < total.best.value * 2 ? Math.round(sum * 100) / 100 : null
}

/**
 * Sums of the last amounts of consecutive rows: the lines of an invoice or a receipt.
 * Every run that starts at one row is summed up, so that a heading or a subtotal in between does no harm.
 */
function lineSums(layout: Layout): number[] {
  const lasts = layout.rows.map(
    (row) =>
      row
        .flatMap((cell) => findAmounts(cell.text))
        .filter(({ decimals }) => decimals)
        .at(-1)?.value ?? null,
  )
  const amounts = lasts.filter((value) => value !== null)
  const sums: number[] = []
  for (const [start, first] of amounts.slice(0, 120).entries()) {
    let sum = first
    for (const next of amounts.slice(start + 1, start + 60)) {
      // The sum of what stands above is what a total is.
      if (sameAmount(sum, next) && sum !== first) sums.push(sum)
      sum += next
    }
  }
  return sums
}

function cashLessChange(layout: Layout): number[] {
  const cash = findLabelled(layout, [{ strength: 3, pattern: /\b(cash|tendered|paid|bar|contant|especes)\b/g }], findMoney)
  const change = findLabelled(layout, [{ strength: 3, pattern: /\b(change|balance|ruckgeld|wisselgeld|rendu|monnaie)\b/g }], findMoney)
  return cash.flatMap((paid) => change.map((back) => paid.value.value - Math.abs(back.value.value))).filter((value) => value > 0)
}
