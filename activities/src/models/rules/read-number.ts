import { type Candidate, type Ranked, rank } from './candidate.ts'
import type { Layout } from './cells.ts'
import { type FindValues, findLabelled } from './find-labelled.ts'
import { NUMBER_LABELS } from './labels.ts'
import { findDates } from './parse-date.ts'

const TOKEN = /#?\s?[\p{L}\d](?:[\p{L}\d]|[-/_.](?=[\p{L}\d]))*/gu
/** Labels of other numbers: theirs is not the invoice's. */
const OTHER_NUMBER =
  /customer|client|klant|kunden|account|order|commande|bestel|phone|tel\b|fax|vat|tva|btw|tax no|gst|iban|siret|po number|steuer|date|datum/

/** Reads the document's number: a token with a digit beside a label, that is no date, no amount and no phone number. */
export function readNumber(layout: Layout): Ranked<string> | null {
  const labelled = findLabelled(layout, NUMBER_LABELS, findNumbers).filter(
    ({ context, beside }) => beside === 'same' || !/total/.test(context),
  )
  const candidates: Candidate<string>[] = labelled.map(({ value, cell, from, to, strength, beside, context }, index) => {
    const first = labelled.findIndex((other) => other.context === context && other.cell.row === cell.row) === index
    return {
      value,
      score:
        strength +
        (beside === 'same' ? 0.4 : beside === 'right' ? 0.1 : -0.2) +
        shape(value) +
        (first ? 0.3 : -0.5) +
        (labelled[index]?.alone ? 0.2 : 0) -
        4 * (labelled[index]?.drop ?? 0) -
        (OTHER_NUMBER.test(context) && strength < 3 ? 1 : 0),
      reason: `next to “${context.slice(0, 40)}”`,
      cell,
      from,
      to,
    }
  })
  return rank(candidates, (value) => value.replace(/[^\p{L}\d]/gu, '').toLowerCase())
}

const findNumbers: FindValues<string> = (text, from) => {
  const dates = findDates(text, false)
  return [...text.matchAll(TOKEN)]
    .map((match) => ({ value: match[0].replace(/\s/g, ''), from: match.index, to: match.index + match[0].length }))
    .filter(({ value, from: start }) => start >= from && isNumber(value) && !dates.some((date) => start < date.to && date.from <= start))
}

function isNumber(token: string): boolean {
  if (!/\d/.test(token) || token.length < 2 || token.length > 40) return false
  return !/^\d+[.,]\d{2}$/.test(token) && !/^\d{1,3}%?$/.test(token)
}

/** Numbers of documents are long or mix letters and digits. */
function shape(value: string): number {
  if (/^#?\d{1,3}$/.test(value)) return -0.8
  if (/^#?(19|20)\d{2}$/.test(value)) return -0.6
  return /\p{L}/u.test(value) || value.length >= 6 ? 0.3 : 0
}
