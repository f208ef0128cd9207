import type { ExtractInput, Reading } from '../extractor.ts'
import type { CalibrationGroup } from './calibration.ts'
import { type Ranked, readingOf } from './candidate.ts'
import { type Cell, evidenceOf, type Layout, layoutOf } from './cells.ts'
import type { Features } from './confidence.ts'
import { currencyIn, sameAmount } from './parse-amount.ts'
import { readAddress } from './read-address.ts'
import { type AmountReadings, readAmounts } from './read-amounts.ts'
import { readDates } from './read-dates.ts'
import { isBelowName, isConfirmed, isNumbered, readIssuer } from './read-issuer.ts'
import { readNumber } from './read-number.ts'

/** A reading before its features became a confidence. */
export interface RawReading extends Omit<Reading, 'confidence'> {
  group: CalibrationGroup
  features: Features
}

/** What rules read of a document of this type, by field; null where nothing was found. */
export function readFields(input: Pick<ExtractInput, 'type' | 'document' | 'language'>): Record<string, RawReading | null> {
  const layout = layoutOf(input.document)
  if (input.type.name !== 'receipt') return invoiceFields(layout, input.document.text)
  const fields = receiptFields(layout, input.document.text)
  return layout.cells.some(({ confidence }) => confidence !== undefined) ? asScanned(fields) : fields
}

const SCANNED: Partial<Record<CalibrationGroup, CalibrationGroup>> = {
  'receipt.address': 'scan.address',
  'receipt.company': 'scan.company',
  'receipt.date': 'scan.date',
  'receipt.total': 'scan.total',
}

/** What was read from a picture goes wrong in ways that a text does not: its confidence is another. */
function asScanned(fields: Record<string, RawReading | null>): Record<string, RawReading | null> {
  const entries = Object.entries(fields).map(([name, reading]) => [
    name,
    reading === null ? null : { ...reading, group: SCANNED[reading.group] ?? reading.group },
  ])
  return Object.fromEntries(entries)
}

function invoiceFields(layout: Layout, text: string): Record<string, RawReading | null> {
  const amounts = readAmounts(layout)
  const currency = readCurrency(layout, amounts)
  const dates = readDates(layout, text, typeof currency?.value === 'string' ? currency.value : null)
  const sums = amounts.balanced ? 1 : amounts.supported ? 0.5 : 0
  const conflict = amounts.contradiction === null ? 0 : 1
  // A label alone says little of a part: percentages, lines and other totals stand near the same words.
  const part = amounts.balanced ? 4.5 : 8
  return {
    issuer: readName(layout, 'invoice.issuer'),
    invoice_number: raw('invoice.number', readNumber(layout), 3.5),
    date: raw('invoice.date', dates.date, 3.2, { conflict: dates.ambiguous ? 1 : 0 }),
    due_date: raw('invoice.date', dates.due, 3.2, { conflict: dates.ambiguous ? 1 : 0 }),
    currency,
    total: withSumReasons(raw('invoice.amount', amounts.total, 4.5, { agreement: sums, conflict }), amounts),
    untaxed: withinTotal(raw('invoice.amount', amounts.untaxed, part, { agreement: amounts.balanced ? 1 : 0, conflict }), amounts),
    tax: withinTotal(raw('invoice.amount', amounts.tax, part, { agreement: amounts.balanced ? 1 : 0, conflict }), amounts),
  }
}

function receiptFields(layout: Layout, text: string): Record<string, RawReading | null> {
  const amounts = readAmounts(layout)
  const currency = readCurrency(layout, amounts)
  const dates = readDates(layout, text, typeof currency?.value === 'string' ? currency.value : null)
  const sums = amounts.balanced || amounts.supported ? 1 : 0
  const issuer = readIssuer(layout)
  const address = readAddress(layout, issuer?.best.cell ?? layout.cells[0] ?? null)
  return {
    company: readName(layout, 'receipt.company'),
    address:
      address === null
        ? null
        : {
            value: address.value,
            evidence: address.cells.map((cell) => evidenceOf(cell)),
            reasons: ['the lines below the company’s name'],
            alternatives: [],
            group: 'receipt.address',
            features: {
              fit: Math.min(1, address.signs / 3),
              lead: Math.min(1, (issuer?.lead ?? 0) / 1.5),
              agreement: 0,
              conflict: address.cells.length > 5 ? 1 : 0,
              doubt: doubtOf(address.cells),
            },
          },
    date: raw('receipt.date', dates.date, 3.2, { conflict: dates.ambiguous ? 1 : 0 }),
    currency,
    total: withSumReasons(raw('receipt.total', amounts.total, 4.5, { agreement: sums }), amounts),
  }
}

function readName(layout: Layout, group: 'invoice.issuer' | 'receipt.company'): RawReading | null {
  const ranked = readIssuer(layout)
  if (ranked === null) return null
  const isReceipt = group === 'receipt.company'
  const confirmed = isConfirmed(layout, ranked.best) || (isReceipt && isNumbered(layout, ranked.best))
  const conflict = isReceipt && isBelowName(layout, ranked.best) ? 1 : 0
  const reading = raw(group, ranked, 3, { agreement: confirmed ? 1 : 0, conflict })
  return reading === null || !confirmed ? reading : { ...reading, reasons: [...reading.reasons, 'its web address or registration agrees'] }
}

/** `full`: the score of a reading that could not be clearer. */
function raw<V extends string | number>(
  group: CalibrationGroup,
  ranked: Ranked<V> | null,
  full: number,
  more: Partial<Features> = {},
): RawReading | null {
  if (ranked === null) return null
  const { cell, from, to } = ranked.best
  const doubt = doubtOf([cell], cell === null ? 1 : (to - from) / Math.max(1, cell.text.length))
  const features = { fit: clamp(ranked.best.score / full), lead: clamp(ranked.lead / 2), agreement: 0, conflict: 0, doubt, ...more }
  const reasons = features.conflict > 0 && group.endsWith('date') ? ['day and month could be the other way round'] : []
  if (doubt > HARD_TO_READ) reasons.push('its line is hard to read')
  const reading = readingOf(ranked)
  return { ...reading, reasons: [...reading.reasons, ...reasons], group, features }
}

/** From here on a reviewer is told that the letters themselves are in doubt. */
const HARD_TO_READ = 0.25

/** The chance that a letter of these cells is wrong, or of such a part of them: each letter of a line is as sure as the next. */
function doubtOf(cells: readonly (Cell | null)[], part = 1): number {
  return 1 - cells.reduce((sure, cell) => sure * (cell?.confidence ?? 1) ** Math.min(1, part), 1)
}

const clamp = (value: number): number => Math.max(0, Math.min(1, value))

/** A part cannot be more than the whole: a registration number beside “VAT” is not offered as the tax. */
function withinTotal(reading: RawReading | null, { total }: AmountReadings): RawReading | null {
  if (reading === null || total === null) return reading
  const whole = Math.abs(total.best.value)
  return { ...reading, alternatives: reading.alternatives.filter(({ value }) => typeof value !== 'number' || Math.abs(value) <= whole) }
}

function withSumReasons(reading: RawReading | null, amounts: AmountReadings): RawReading | null {
  if (reading === null) return null
  const { contradiction, balanced } = amounts
  if (balanced) return { ...reading, reasons: [...reading.reasons, 'total without tax plus tax gives it'] }
  if (contradiction === null) return reading
  const known = reading.alternatives.filter(({ value }) => typeof value !== 'number' || !sameAmount(value, contradiction))
  const sum = { value: contradiction, reason: 'total without tax plus tax', evidence: [] }
  return { ...reading, reasons: [...reading.reasons, `the parts add up to ${contradiction.toFixed(2)}`], alternatives: [sum, ...known] }
}

/** The currency beside the total, else the one named most often. */
function readCurrency(layout: Layout, amounts: AmountReadings): RawReading | null {
  const beside = amounts.total?.best.cell ?? null
  const counts = new Map<string, number>()
  for (const cell of layout.cells) {
    const code = /\d|^[^\p{L}]{1,3}$|currency|devise|valuta|wahrung|\b[A-Z]{3}\b|dollars|[$€£]/u.test(cell.text)
      ? currencyIn(cell.text)
      : null
    if (code !== null) counts.set(code, (counts.get(code) ?? 0) + (cell.row === beside?.row ? 4 : 1))
  }
  const [best, next] = [...counts].sort((a, b) => b[1] - a[1])
  if (best === undefined) return null
  const cell = layout.cells.find((candidate) => currencyIn(candidate.text) === best[0])
  return {
    value: best[0],
    evidence: cell === undefined ? [] : [evidenceOf(cell)],
    reasons: [`named ${best[1]} times`],
    alternatives: next === undefined ? [] : [{ value: next[0], reason: `named ${next[1]} times`, evidence: [] }],
    group: 'invoice.amount',
    features: {
      fit: clamp(best[1] / 4),
      lead: clamp((best[1] - (next?.[1] ?? 0)) / 3),
      agreement: 0,
      conflict: 0,
      doubt: cell === undefined ? 0 : doubtOf([cell]),
    },
  }
}
