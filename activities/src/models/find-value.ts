import type { Evidence } from '@countersign/workflows/contract'
import type { FieldSpec } from '../document-types/document-type.ts'
import type { FieldValue } from './extractor.ts'
import { type Cell, evidenceOf, foldInPlace, type Layout } from './rules/cells.ts'
import { currencyIn, findAmounts, sameAmount } from './rules/parse-amount.ts'
import { findDates } from './rules/parse-date.ts'

/** Where a value stands in the document, in any of the notations of its kind; empty: nowhere. */
export function findValue(layout: Layout, spec: FieldSpec, value: FieldValue): Evidence[] {
  if (value === null) return []
  const found = layout.cells.map((cell) => placeIn(cell, spec, value)).filter((evidence) => evidence !== null)
  return found.length > 0 || spec.form !== 'text' ? found.slice(0, 3) : acrossCells(layout, String(value))
}

function placeIn(cell: Cell, spec: FieldSpec, value: string | number): Evidence | null {
  if (spec.form === 'amount') {
    const hit = findAmounts(cell.text).find((amount) => sameAmount(Math.abs(amount.value), Math.abs(Number(value))))
    return hit === undefined ? null : evidenceOf(cell, hit.from, hit.to)
  }
  if (spec.form === 'date') {
    const hit = findDates(cell.text, false).find(({ iso, other }) => iso === value || other === value)
    return hit === undefined ? null : evidenceOf(cell, hit.from, hit.to)
  }
  if (spec.form === 'currency') return currencyIn(cell.text) === value && /\d|^\W{1,3}$|[A-Z]{3}/.test(cell.text) ? evidenceOf(cell) : null
  const at = foldInPlace(cell.text).indexOf(foldInPlace(String(value)))
  return at < 0 ? null : evidenceOf(cell, at, at + String(value).length)
}

/** A text of several lines, an address say, is found when its words follow one another over neighbouring cells. */
function acrossCells(layout: Layout, value: string): Evidence[] {
  const squeeze = (text: string): string => foldInPlace(text).replace(/[^\p{L}\p{N}]/gu, '')
  const wanted = squeeze(value)
  if (wanted.length < 4) return []
  for (const [index, first] of layout.cells.entries()) {
    let joined = ''
    const taken: Cell[] = []
    for (const cell of layout.cells.slice(index, index + 8)) {
      joined += squeeze(cell.text)
      taken.push(cell)
      if (joined.includes(wanted)) return wanted.startsWith(squeeze(first.text)) ? taken.map((part) => evidenceOf(part)) : []
      if (!wanted.startsWith(joined)) break
    }
  }
  return []
}
