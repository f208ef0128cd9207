import { type Cell, foldInPlace, type Layout } from './cells.ts'
import { findDates } from './parse-date.ts'

export interface AddressReading {
  value: string
  cells: Cell[]
  /** Lines that look like parts of an address. */
  signs: number
}

const END =
  /\b(te[l1i]|tele?phone|fax|h\/?p|hp|email|e-mail|www|gst(?: ?id| ?no| ?reg)?|vat|(?:tax ?)?invoice|receipt|date|bill|cashier|table|order|no\.? ?resit|tax|hotline|website|facebook|time|customer|doc|guest|check|site|company reg\w*)\b|@|电话|发票/
/** Numbers of registers and of phones: beside an address, never part of it. */
const ASIDE =
  /^\W*(?:co\.?[ -]?(?:reg|no)\b.*|reg\b.*|company.*|roc\b.*|gst\b.*|[([]?\s?[a-z]{0,3}\d{5,}\s?[-.]?\s?[a-z]?\s?[)\]]?|[+\d][\d\s/()-]{7,})\W*$/
const COMPANY = /\b(sdn|bhd|s\/b|ltd|limited|gmbh|inc)\b/
const SIGN =
  /\d|\b(jalan|jln|lot|taman|tmn|no|kampung|kg|persiaran|lorong|bandar|street|st|road|rd|avenue|ave|lane|floor|level|block|unit|plaza|mall|city|selangor|johor|kuala|penang|perak|malaysia|rue|bd|boulevard|place|strasse|straat|weg|plein|via|calle)\b/
const MOST_LINES = 8

/** Reads the address below a company's name: the lines that follow, up to a phone number, a registration or the first heading. */
export function readAddress(layout: Layout, company: Cell | null): AddressReading | null {
  if (company === null) return null
  const cells: Cell[] = []
  for (const row of layout.rows.slice(company.row + 1, company.row + 1 + MOST_LINES)) {
    const parts = row.filter((cell) => !isAside(cell))
    const folded = foldInPlace(parts.map((cell) => cell.text).join(' '))
    if (row[0]?.page !== company.page || END.test(folded)) break
    if (parts.length === 0 && cells.length > 0) break
    const begun = cells.length > 0
    if (parts.length === 0 || (!begun && (!SIGN.test(folded) || COMPANY.test(folded)))) continue
    if (!SIGN.test(folded) && cells.length > 4) break
    cells.push(...parts)
  }
  if (cells.length === 0) return null
  const value = cells
    .map((cell) => cell.text)
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
  return { value, cells, signs: cells.filter((cell) => SIGN.test(foldInPlace(cell.text))).length }
}

function isAside(cell: Cell): boolean {
  return ASIDE.test(foldInPlace(cell.text)) || findDates(cell.text, false).length > 0
}
