/** A label that announces a value. `strength` 1..3: how surely it means this very field. */
export interface Label {
  pattern: RegExp
  strength: number
}

const label = (strength: number, source: string): Label => ({ strength, pattern: new RegExp(source, 'g') })

// Patterns run over folded text: lower case, no accents.
export const TOTAL_LABELS: readonly Label[] = [
  label(
    3,
    String.raw`\b(grand total|total ttc|ttc total|amount due|balance due|total due|total amount due|total payable|total a payer|net a payer|reste a payer|somme a payer|montant ttc|total facture|factuur ?totaal|totaalbedrag|te betalen|gesamtbetrag|gesamtsumme|rechnungsbetrag|endbetrag|zu zahlen|zahlbetrag|bruttobetrag|importe total|total a pagar|total factura|totale fattura|totale da pagare|amount payable|total incl\w*\.?|total for this invoice|invoice total|net total|nett total|rounded total|total rounded|total rounding|total after rounding|round(?:ed|ing)? total|rounding(?= ?(?:rm|[:：]|$))|rounded(?: amount)?)\b`,
  ),
  label(3, String.raw`\btotal (?:amount )?(?:sales )?[([]?\s?(?:rm|incl\w*|inclusive|with|eur|usd|gbp|€)`),
  label(3, '(?:价税合计|应付金额|应付总额|总金额|合计金额|总计|合计)'),
  label(2, String.raw`\b(total|totaal|totale|summe|gesamt|ttl|betrag)\b`),
  label(1, String.raw`\b(amount|montant|bedrag|importe|cash paid|paid|visa|mastercard|credit card)\b`),
]
/** What stands for a total where nothing is called one. */
export const TOTAL_FALLBACK: readonly Label[] = [
  label(1.5, String.raw`\b(sub\s?-?total|tl|amount incl\w*)\b`),
  label(1, String.raw`\b(cash|visa|mastercard|debit|credit card)\b`),
]
export const NOT_FALLBACK = /cashier|change|cash sales?|no\b|#|drawer/
/** Where one of these stands, `total` means something else. */
export const NOT_TOTAL =
  /sub\s?-?total|sous-?total|zwischensumme|subtotaal|total\s?(?:\(?ht\)?|hors tax|excl|exkl|without|before|qty|quantity|items?|disc|saving|gst|tax|vat|tva|btw|iva|sst|net of)|(?:qty|item|disc\w*|saving|tax|gst|vat|tva|btw|points?|pts)[^a-z]{0,4}total|excl|hors taxe|exclusief|netto|summary|change|rounding adj|adjust|\bht\b|discount|tendered|accepted|unit price|不含税|税额/
export const UNTAXED_LABELS: readonly Label[] = [
  label(
    3,
    String.raw`\b(total ht|total hors taxes?|montant (?:eur )?ht|sub\s?-?total|sous-total|subtotaal|zwischensumme|nettobetrag|netto|summe netto|exclusief btw|excl\.? btw|total excl\w*|amount before tax|untaxed amount|taxable amount|net amount|base imponible|imponibile|grondslag|total net)\b`,
  ),
  label(3, '(?:不含税金额|金额合计)'),
]
export const TAX_LABELS: readonly Label[] = [
  label(
    3,
    String.raw`\b(total tax|total vat|total gst|montant tva|total tva|tva|btw bedrag|btw|mwst\.?|mehrwertsteuer|ust\.?|umsatzsteuer|iva|sales tax|vat amount|gst amount)\b`,
  ),
  label(3, '(?:税额|增值税)'),
  label(2, String.raw`\b(tax|vat|gst|sst)\b`),
]
export const DATE_LABELS: readonly Label[] = [
  label(
    3,
    String.raw`\b(invoice date|date of invoice|bill date|date of issue|issue date|issued on|issued|date d'emission|date de (?:la )?facture|date de facturation|facture du|rechnungsdatum|factuur ?datum|fecha de (?:la )?factura|fecha de emision|data fattura|receipt date|transaction date|trans(?:action)? ?date|date ?/ ?time|date and time)\b`,
  ),
  label(3, '(?:开票日期|发票日期)'),
  label(2, String.raw`\b(date|datum|dated|fecha|data)\b`),
  label(2, '(?:日期)'),
]
export const NOT_DATE =
  /due|echeance|fallig|verval|vencimiento|scadenza|order|commande|bestel|bestell|delivery|livraison|check|birth|expir|ship|period|print|limite|paiement|payment|到期/
export const DUE_LABELS: readonly Label[] = [
  label(
    3,
    String.raw`\b(due date|payment due|due on|due by|pay by|date d'echeance|echeance|date limite de paiement|a payer avant le|falligkeitsdatum|fallig am|zahlbar bis|vervaldatum|uiterste betaaldatum|fecha de vencimiento|vencimiento|scadenza)\b`,
  ),
  label(3, '(?:到期日|付款期限)'),
]
export const NUMBER_LABELS: readonly Label[] = [
  label(
    3,
    String.raw`\b(?:tax )?invoice\s?(?:no\b\.?|number|num\b\.?|nr\b\.?|id\b|#|n°|ref\b\.?)|\bfacture\s?(?:n°|no\b\.?|num(?:ero)?\b\.?|nr\b\.?|#)|\b(?:numero|n°|no) (?:de )?(?:la )?facture|\brechnungs-?\s?(?:nr\b\.?|nummer|no\b\.?)|\bfactuur-?\s?(?:nummer|nr\b\.?)|\b(?:numero|n°|no\.?|num\.?) (?:de )?(?:la )?factura|\bfactura\s?(?:n°|no\b\.?|num\b\.?|nro\b\.?)|\bfattura\s?(?:n°|n\.|no\b\.?|numero)|\binv\.? ?(?:no\b\.?|#)`,
  ),
  label(3, '(?:发票号码|发票编号|票号)'),
  label(
    2,
    String.raw`\b(?:bill|receipt|doc(?:ument)?|credit note)\s?(?:no\b\.?|number|nr\b\.?|#)|\binvoice\b|\bfacture\b|\brechnung\b|\bfactuur\b|\bfactura\b|\bfattura\b`,
  ),
  label(1, String.raw`\b(?:booking id|order id|order (?:no|number)|reference|ref\b\.?|#)`),
]
