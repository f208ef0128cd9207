import { type Candidate, type Ranked, rank } from './candidate.ts'
import { type Cell, foldInPlace, type Layout } from './cells.ts'
import { findAmounts } from './parse-amount.ts'
import { findDates } from './parse-date.ts'

const LEGAL_FORM =
  /\b(ltd|limited|inc|incorporated|llc|llp|plc|corp|corporation|gmbh|ag|kg|ug|ohg|b\.?v|n\.?v|v\.?o\.?f|s\.?a\.?r\.?l|sarl|sas|s\.?a\.?s|s\.?a|eurl|s\.?l|s\.?r\.?l|s\.?p\.?a|oy|ab|a\/s|aps|pvt|pty|sdn|bhd|s\/b)\b|\bco\b\.?$|有限公司|公司|股份|株式会社/i
const TRADE =
  /\b(enterprises?|trading|industries|holdings?|group|solutions|services|store|stores|mart|supermarket|restaurant|cafe|bakery|hardware|stationery|book ?store|bookshop|pharmacy|clinic|hotel|joinery|atelier)\b|商店|超市/i
const SELLER =
  /^\W*(?:sold by|seller|vendor|supplier|service provider|issued by|bill from|from|emetteur|vendeur|fournisseur|verkoper|leverancier|verkaufer|lieferant|emisor|vendedor)\b|销售方|开票方|卖方/
const BUYER =
  /\b(bill to|billed to|ship to|sold to|deliver to|customer|client|attn|buyer|invoice to|factur[ée]e? a|adresse de facturation|destinataire|factuuradres|afleveradres|klant|rechnungsadresse|lieferadresse|kunde|billing address|shipping address|guest name|t\.a\.v|cashier|server)\b|购买方|客户|买方/
const NOT_NAME =
  /\b(invoice|facture|rechnung|factuur|factura|receipt|page|date|tel|phone|fax|gst|vat|tva|iban|bic|total|no|tax|cash|order|bill|copy|kopie|www|http|qty|quantity|amount|description|designation|artikel|article|item|rooms|reg|roc|thank|welcome|table|cashier|jalan|jln|taman|lot)\b|@|发票|日期|合计/
/** What a company must tell of itself stands near its name. */
const ABOUT_COMPANY =
  /\b(siege social|siret|rcs|rsc|kvk|hrb|registergericht|amtsgericht|registered (?:in|office|company)|company no|co\.? ?reg|reg\.? ?no|roc|ust-?id\w*|vat (?:no|number|id)|tva|btw|gst (?:id|no|reg)|gstin|handelsregister|capital de|税号)\b/
const ROWS_AT_TOP = 6

interface Clues {
  domains: string[]
  /** The whole document, folded. */
  text: string
  tallest: number
}

/**
 * Reads who sent the document: names with a legal form, names after a seller label, what is largest or first on the page, and
 * names that the document's own web and mail addresses repeat. What stands under a buyer's label is left out.
 */
export function readIssuer(layout: Layout): Ranked<string> | null {
  const clues = cluesOf(layout)
  const buyers = new Set(layout.cells.filter((cell) => BUYER.test(foldInPlace(cell.text))).flatMap((cell) => below(layout, cell)))
  const candidates = layout.cells
    .filter((cell) => cell.page === 1 || cell.page === layout.cells.at(-1)?.page)
    .flatMap((cell) => {
      const candidate = nameIn(layout, cell)
      return candidate === null ? [] : [{ ...candidate, score: weigh(layout, cell, candidate.value, clues) - (buyers.has(cell) ? 2.5 : 0) }]
    })
    .filter(({ score }) => score > 0.4)
  return rank(candidates, (value) => value.replace(/[^\p{L}\d]/gu, '').toLowerCase())
}

function nameIn(layout: Layout, cell: Cell): Candidate<string> | null {
  const folded = foldInPlace(cell.text)
  if (BUYER.test(folded)) return null
  const label = SELLER.exec(folded)
  const start = label === null ? 0 : label.index + label[0].length
  // A footer runs name, street and town together; a receipt puts the registration behind the name.
  const name =
    cell.text
      .slice(start)
      .split(/\s[-–−|·•:]\s|\s?[:：]\s?$| au capital|,\s(?=\d)|,? registered in|\s?[([](?=\s?(?:co\b|reg|roc|no\b|\w*\d))/i)[0] ?? ''
  const value = name.replace(/^[\s:：,.*-]+|[\s:：,*-]+$/g, '')
  const letters = value.match(/\p{L}/gu)?.length ?? 0
  if (letters < 2 || value.length > 70 || letters < value.replace(/\s/g, '').length * 0.6) return null
  if (NOT_NAME.test(foldInPlace(value)) && !LEGAL_FORM.test(value)) return null
  if (findDates(value, false).length > 0 || findAmounts(value).some(({ decimals }) => decimals)) return null
  const whole = withLineAbove(layout, cell, value)
  if (whole === null) return null
  const from = cell.text.indexOf(value, start)
  return {
    value: whole,
    score: 0,
    reason: reasonOf(value, label !== null),
    cell,
    from,
    to: from + value.length,
  }
}

/** A long name breaks before “Restaurant Sdn Bhd”: what is left says nothing by itself. */
function withLineAbove(layout: Layout, cell: Cell, value: string): string | null {
  const own = foldInPlace(value).replace(new RegExp(`${LEGAL_FORM.source}|${TRADE.source}|[^a-z]`, 'gi'), '')
  const [above] = layout.rows[cell.row - 1] ?? []
  if (own !== '' || !/[a-z]/i.test(value)) return value
  if (above === undefined || above.page !== cell.page || NOT_NAME.test(foldInPlace(above.text))) return TRADE.test(value) ? value : null
  return `${above.text} ${value}`
}

function reasonOf(value: string, labelled: boolean): string {
  if (labelled) return 'next to a seller’s label'
  return LEGAL_FORM.test(value) ? 'a company’s legal form' : 'its place on the page'
}

function weigh(layout: Layout, cell: Cell, value: string, clues: Clues): number {
  let score = 0
  if (LEGAL_FORM.test(value)) score += 1.2
  else if (TRADE.test(value)) score += 0.7
  if (SELLER.test(foldInPlace(cell.text)) || labelledFromLeft(layout, cell)) score += 1.5
  if (cell.row < ROWS_AT_TOP && cell.page === 1) score += 1.2 - 0.15 * cell.row
  else if (cell.y > 0.88 || cell.row >= layout.rows.length - 4) score += 0.3
  if (cell.boxed && cell.h > clues.tallest * 0.85) score += 0.3
  if (ownsDomain(clues, value)) score += 1.2
  if (isRepeated(clues, value)) score += 0.4
  if (isRegistered(layout, cell, value)) score += 0.8
  if (/,/.test(cell.text) && !LEGAL_FORM.test(value)) score -= 0.4
  if (/,\W*$/.test(layout.rows[cell.row - 1]?.[0]?.text ?? '')) score -= 0.8
  if (/\d/.test(value)) score -= 0.5
  if (value.split(/\s+/).length > 7) score -= 0.8
  return score
}

/** Whether a web or mail address in the document begins like the name. */
function ownsDomain({ domains }: Clues, value: string): boolean {
  const compact = foldInPlace(value).replace(/[^a-z0-9]/g, '')
  const [first = ''] = foldInPlace(value).match(/[a-z0-9]{4,}/g) ?? []
  return domains.some((domain) => compact.length > 2 && (domain.startsWith(compact) || (first !== '' && domain.startsWith(first))))
}

const isRepeated = ({ text }: Clues, value: string): boolean => text.split(foldInPlace(value)).length > 2

function isRegistered(layout: Layout, cell: Cell, value: string): boolean {
  return (cell.y > 0.85 || LEGAL_FORM.test(value)) && aboutCompany(layout, cell)
}

/** Whether something else in the document says that this is the company: its address on the web, or its registration. */
export function isConfirmed(layout: Layout, { value, cell }: Candidate<string>): boolean {
  return ownsDomain(cluesOf(layout), value) || (cell !== null && isRegistered(layout, cell, value))
}

/** A number of a register of companies, alone on its line: “(1120908-M)”, “JM0325956-V”. */
const REGISTER_NUMBER = /^[^\p{L}\d]*\p{L}{0,3}\d{5,}[\s.-]*\p{L}?[^\p{L}\d]*$/u

/** A shop's receipt has its number in the register, if at all, right below its name. */
export function isNumbered(layout: Layout, { cell }: Candidate<string>): boolean {
  if (cell === null) return false
  return (layout.rows[cell.row + 1] ?? []).some((other) => other.page === cell.page && REGISTER_NUMBER.test(other.text.trim()))
}

/** Whether a line like a name stands right above, so that the name may begin there, or be that one. */
export function isBelowName(layout: Layout, { value, cell }: Candidate<string>): boolean {
  if (cell === null) return false
  const above = layout.rows.slice(Math.max(0, cell.row - 2), cell.row).reverse()
  const [nearest] = above.filter((row) => row.some((other) => other.page === cell.page && !isPartOf(other.text, value)))
  return (nearest ?? []).some((other) => overlaps(cell, other) && looksLikeName(other.text))
}

const isPartOf = (text: string, value: string): boolean => lettersOf(value).includes(lettersOf(text))
const lettersOf = (text: string): string => foldInPlace(text).replace(/[^\p{L}\d]/gu, '')

function looksLikeName(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  return letters >= 3 && letters > text.replace(/\s/g, '').length * 0.6 && !NOT_NAME.test(foldInPlace(text))
}

/** Whether the company's registration stands in the cell or just below it. */
function aboutCompany(layout: Layout, cell: Cell): boolean {
  const near = layout.rows.slice(cell.row, cell.row + 4).flat()
  return near.some((other) => other.page === cell.page && overlaps(cell, other) && ABOUT_COMPANY.test(foldInPlace(other.text)))
}

const overlaps = (a: Cell, b: Cell): boolean => Math.min(a.x + a.w, b.x + b.w) > Math.max(a.x, b.x)

function labelledFromLeft(layout: Layout, cell: Cell): boolean {
  const left = (layout.rows[cell.row] ?? []).filter((other) => other.x < cell.x).at(-1)
  const above = layout.rows[cell.row - 1]?.find((other) => Math.abs(other.x - cell.x) < 0.02)
  return [left, above].some((other) => other !== undefined && other.text.length < 40 && SELLER.test(foldInPlace(other.text)))
}

function cluesOf(layout: Layout): Clues {
  const text = layout.cells.map((cell) => foldInPlace(cell.text)).join('\n')
  const domains = [...text.matchAll(/(?:@|www\.|https?:\/\/(?:www\.)?)([a-z0-9-]+)\./g)].map((match) => (match[1] ?? '').replace(/-/g, ''))
  return { domains, text, tallest: Math.max(...layout.cells.map((cell) => cell.h)) }
}

/** The lines of an address block: those below a label, close together and at its left edge. */
function below(layout: Layout, label: Cell): Cell[] {
  const rows = layout.rows.slice(label.row, label.row + 6).flat()
  return rows.filter((cell) => cell.page === label.page && Math.abs(cell.x - label.x) < 0.03 && cell !== label)
}
