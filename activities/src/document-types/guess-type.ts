import type { DocumentText } from '../sources/document-text.ts'

export interface TypeGuess {
  name: 'invoice' | 'receipt' | 'generic'
  /** 0..1, by hand-set weights: it ranks guesses and is no measured probability. */
  confidence: number
}

const INVOICE = /\b(tax invoice|invoice|facture|rechnung|factuur|factura|fattura|faktura)\b|发票/
const INVOICE_SIGNS: readonly RegExp[] = [
  /\b(invoice|facture|rechnungs?|factuur|factura|fattura)[\s-]*(no\b|n°|nr\b|number|nummer|num|date|datum|#|:)|发票号/,
  /\b(bill to|billed to|due date|payment terms|date d'echeance|falligkeit|vervaldatum|amount due|balance due|total ttc|total ht|montant ttc|rechnungsbetrag|factuur totaal)\b/,
  /\b(subtotal|sub-total|subtotaal|sous-total|zwischensumme|vat|tva|mwst|btw|iva|tax)\b|税/,
  /\b(iban|bic|swift|siret|bank account|payment)\b/,
]
const RECEIPT_SIGNS: readonly RegExp[] = [
  /\b(receipt|ticket de caisse|kassenbon|kassabon|recibo|cash bill)\b|收据|小票/,
  /\b(cash|change|tendered|rounding|visa|mastercard)\b/,
  /\b(thank you|please come again|goods sold|cashier|qty|terminal|merci de votre visite)\b/,
  /\b(gst summary|gst id|gst reg|sr|total rounded|item\(s\)|table)\b/,
]
const TOTAL = /\b(total|totaal|summe|betrag|amount due|totale)\b|合计|总计/
/** Invoices are pages, not books. */
const LONGEST = 30_000

/** Which document type a text is most like: words of headings and labels, and whether there is a total with an amount. */
export function guessType(document: DocumentText): TypeGuess {
  const folded = document.text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const hasTotal = TOTAL.test(folded) && /\d[.,]\d{2}\b/.test(folded)
  if (!hasTotal || folded.length > LONGEST) return { name: 'generic', confidence: 0.9 }
  const lines = folded.split(/\n| {2,}/).map((line) => line.trim())
  // A contract speaks of invoices in sentences; an invoice says so in a heading or a label.
  const heading = lines.some((line) => line.length < 45 && INVOICE.test(line))
  const invoice = (heading ? 2 : 0) + INVOICE_SIGNS.filter((sign) => sign.test(folded)).length
  // A till prints what was handed over and given back; “tax invoice” on it is only the law's name for it.
  const paidInCash = /\b(cash|tendered)\b/.test(folded) && /\b(change|balance|rounding)\b/.test(folded) && document.pageStarts.length === 1
  const narrow = median(lines.filter(Boolean).map((line) => line.length)) < 28 && document.pageStarts.length === 1
  const receipt =
    RECEIPT_SIGNS.filter((sign) => sign.test(folded)).length * 1.2 +
    (narrow ? 0.6 : 0) -
    (/\b(due date|bill to|iban|payment terms)\b/.test(folded) ? 2 : 0) +
    (paidInCash ? 1.5 : 0)
  const best = Math.max(invoice, receipt)
  if (best < 3) return { name: 'generic', confidence: best < 2 ? 0.85 : 0.6 }
  const confidence = Math.min(0.95, 0.55 + 0.1 * Math.abs(invoice - receipt) + 0.05 * (best - 3))
  return { name: receipt >= invoice ? 'receipt' : 'invoice', confidence }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
