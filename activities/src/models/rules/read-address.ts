import { type Cell, foldInPlace, type Layout } from './cells.ts'

export interface AddressReading {
  value: string
  cells: Cell[]
  /** Lines that look like parts of an address. */
  signs: number
}

const END =
  /\b(tel|phone|fax|h\/?p|email|e-mail|www|gst|vat|invoice|receipt|date|bill|cashier|table|order|no\.? ?resit|tax|roc|hotline|website|facebook|time|customer|doc)\b|@|电话|发票/
const REGISTRATION = /^\W*(co\.? ?(?:reg|no)|reg|company|roc|\(?\d{5,}-?[a-z]\)?\W*$|\(?\w+-?\w?\)\W*$|gst)/
const SIGN =
  /\d|\b(jalan|jln|lot|taman|no|kampung|kg|persiaran|lorong|bandar|street|st|road|rd|avenue|ave|lane|floor|level|block|unit|plaza|mall|city|selangor|johor|kuala|penang|perak|malaysia|rue|bd|boulevard|place|strasse|straat|weg|plein|via|calle)\b/

/** Reads the address below a company's name: the lines that follow, up to a phone number, a registration or the first heading. */
export function readAddress(layout: Layout, company: Cell | null): AddressReading | null {
  if (company === null) return null
  const cells: Cell[] = []
  for (const row of layout.rows.slice(company.row + 1, company.row + 9)) {
    const cell = row[0]
    const folded = foldInPlace(row.map((part) => part.text).join(' '))
    if (cell === undefined || cell.page !== company.page) break
    if (REGISTRATION.test(folded) && cells.length === 0) continue
    if (END.test(folded)) break
    if (cells.length === 0 && !SIGN.test(folded)) continue
    if (!SIGN.test(folded) && cells.length > 4) break
    cells.push(...row)
  }
  if (cells.length === 0) return null
  const value = cells
    .map((cell) => cell.text)
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
  return { value, cells, signs: cells.filter((cell) => SIGN.test(foldInPlace(cell.text))).length }
}
