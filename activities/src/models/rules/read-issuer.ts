import { type Candidate, type Ranked, rank } from './candidate.ts'
import { type Cell, foldInPlace, type Layout } from './cells.ts'
import { findAmounts } from './parse-amount.ts'
import { findDates } from './parse-date.ts'

const SUFFIX =
  /\b(ltd|limited|inc|incorporated|llc|llp|plc|corp|corporation|co|gmbh|ag|kg|ug|ohg|b\.?v|n\.?v|v\.?o\.?f|s\.?a\.?r\.?l|sarl|sas|s\.?a\.?s|s\.?a|eurl|s\.?l|s\.?r\.?l|s\.?p\.?a|oy|ab|a\/s|aps|pvt|pty|sdn|bhd|enterprises?|trading|industries|holdings?|group|solutions|services|store|supermarket|restaurant|cafe|hardware|stationery|book ?store|pharmacy|clinic|hotel)\b|有限公司|公司|股份|商店|超市|株式会社/i
const SELLER =
  /\b(sold by|seller|vendor|supplier|service provider|issued by|bill from|from|emetteur|vendeur|fournisseur|verkoper|leverancier|verkaufer|lieferant|emisor|vendedor)\b|销售方|开票方|卖方/
const BUYER =
  /\b(bill to|billed to|ship to|sold to|deliver to|customer|client|attn|buyer|invoice to|factur[ée]e? a|adresse de facturation|destinataire|factuuradres|afleveradres|klant|rechnungsadresse|lieferadresse|kunde|billing address|shipping address|guest name|t\.a\.v)\b|购买方|客户|买方/
const NOT_NAME =
  /\b(invoice|facture|rechnung|factuur|factura|receipt|page|date|tel|phone|fax|gst|vat|tva|iban|bic|total|no|tax|cash|order|bill|copy|kopie|www|http|qty|amount|description|reg|roc|thank|welcome|table|cashier)\b|@|发票|日期|合计/
const ROWS_AT_TOP = 6

interface Clues {
  domains: string[]
  counts: Map<string, number>
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
      const candidate = nameIn(cell)
      return candidate === null ? [] : [{ ...candidate, score: weigh(layout, cell, candidate.value, clues) - (buyers.has(cell) ? 2.5 : 0) }]
    })
    .filter(({ score }) => score > 0.4)
  return rank(candidates, (value) => value.replace(/[^\p{L}\d]/gu, '').toLowerCase())
}

function nameIn(cell: Cell): Candidate<string> | null {
  const folded = foldInPlace(cell.text)
  const label = SELLER.exec(folded)
  const start = label === null ? 0 : label.index + label[0].length
  const raw = cell.text.slice(start)
  // A footer runs name, street and town together.
  const name = raw.split(/\s[-–−|·•:]\s|\s?[:：]\s?$| au capital|,\s(?=\d)/)[0] ?? ''
  const value = name.replace(/^[\s:：,.*-]+|[\s:：,*-]+$/g, '')
  const letters = value.match(/\p{L}/gu)?.length ?? 0
  if (letters < 2 || value.length > 70 || letters < value.length * 0.5) return null
  if (NOT_NAME.test(foldInPlace(value)) && !SUFFIX.test(value)) return null
  if (findDates(value, false).length > 0 || findAmounts(value).some(({ decimals }) => decimals)) return null
  const from = cell.text.indexOf(value, start)
  return { value, score: 0, reason: reasonOf(value, label !== null), cell, from, to: from + value.length }
}

function reasonOf(value: string, labelled: boolean): string {
  if (labelled) return 'next to a seller’s label'
  return SUFFIX.test(value) ? 'a company’s legal form' : 'its place on the page'
}

function weigh(layout: Layout, cell: Cell, value: string, clues: Clues): number {
  const compact = foldInPlace(value).replace(/[^a-z0-9]/g, '')
  const words = foldInPlace(value).match(/[a-z0-9]{4,}/g) ?? []
  let score = 0
  if (SUFFIX.test(value)) score += 1.2
  if (SELLER.test(foldInPlace(cell.text)) || labelledFromLeft(layout, cell)) score += 1.5
  if (cell.row < ROWS_AT_TOP && cell.page === 1) score += 1.2 - 0.15 * cell.row
  else if (cell.y > 0.88 || cell.row >= layout.rows.length - 4) score += 0.3
  if (cell.boxed && cell.h > clues.tallest * 0.85) score += 0.3
  if (clues.domains.some((domain) => compact.length > 2 && (domain.includes(compact) || words.some((word) => domain.includes(word)))))
    score += 1.2
  if ((clues.counts.get(compact) ?? 0) > 1) score += 0.4
  if (/\d/.test(value)) score -= 0.7
  if (value.split(/\s+/).length > 6) score -= 0.8
  return score
}

function labelledFromLeft(layout: Layout, cell: Cell): boolean {
  const left = (layout.rows[cell.row] ?? []).filter((other) => other.x < cell.x).at(-1)
  const above = layout.rows[cell.row - 1]?.find((other) => Math.abs(other.x - cell.x) < 0.02)
  return [left, above].some((other) => other !== undefined && other.text.length < 40 && SELLER.test(foldInPlace(other.text)))
}

function cluesOf(layout: Layout): Clues {
  const text = layout.cells.map((cell) => foldInPlace(cell.text)).join('\n')
  const domains = [...text.matchAll(/(?:@|www\.|https?:\/\/(?:www\.)?)([a-z0-9-]+)\./g)].map((match) => (match[1] ?? '').replace(/-/g, ''))
  const counts = new Map<string, number>()
  for (const cell of layout.cells) {
    const compact = foldInPlace(cell.text).replace(/[^a-z0-9]/g, '')
    if (compact.length > 3) counts.set(compact, (counts.get(compact) ?? 0) + 1)
  }
  return { domains, counts, tallest: Math.max(...layout.cells.map((cell) => cell.h)) }
}

/** The lines of an address block: those below a label, close together and at its left edge. */
function below(layout: Layout, label: Cell): Cell[] {
  const rows = layout.rows.slice(label.row, label.row + 6).flat()
  return rows.filter((cell) => cell.page === label.page && Math.abs(cell.x - label.x) < 0.03 && cell !== label)
}
