/**
 * @typedef {object} Invoice
 * @property {{ name: string, address: string[] }} seller
 * @property {string[]} buyer
 * @property {{ invoice: string, billTo: string, columns: string[] }} words
 * @property {[string, string][]} facts label and value, as printed
 * @property {string[][]} lines description, quantity, price, amount
 * @property {[string, string][]} sums
 * @property {string[]} footer
 */

/** @type {Invoice} */
export const BRINDLE = {
  seller: { name: 'Brindle Joinery Ltd', address: ['Unit 4, Quayside Works', 'Bristol BS1 6TY', 'accounts@brindle-joinery.example'] },
  buyer: ['Northmoor Community Library', '18 Chapel Row', 'Bath BA1 2PN'],
  words: { invoice: 'INVOICE', billTo: 'Bill to', columns: ['Description', 'Quantity', 'Unit price', 'Amount'] },
  facts: [
    ['Invoice number', 'BJ-2026-0117'],
    ['Invoice date', '12 January 2026'],
    ['Due date', '11 February 2026'],
    ['Purchase order', 'PO-5518'],
  ],
  lines: [
    ['Oak bookcase, 210 x 90 cm, oiled', '6', '£410.00', '£2,460.00'],
    ['Reading bench with drawers', '2', '£365.00', '£730.00'],
    ['Delivery and fitting on site', '1', '£280.00', '£280.00'],
  ],
  sums: [
    ['Subtotal', '£3,470.00'],
    ['VAT 20%', '£694.00'],
    ['Total due', '£4,164.00'],
  ],
  footer: [
    'Brindle Joinery Ltd, registered in England 08813345, VAT GB 214 5566 78',
    'Bank: Severn Bank, sort code 20-11-43, account 40912276',
  ],
}

/** @type {Invoice} */
export const MOREL = {
  seller: { name: 'Atelier Morel SARL', address: ['7 rue des Tanneurs', '67000 Strasbourg', 'contact@atelier-morel.example'] },
  buyer: ['Lycée Jean Monnet', '2 place des Étudiants', '67000 Strasbourg'],
  words: { invoice: 'FACTURE', billTo: 'Adresse de facturation', columns: ['Désignation', 'Quantité', 'Prix unitaire HT', 'Montant HT'] },
  facts: [
    ['Facture n°', '2026-0042'],
    ['Date de facture', '08/01/2026'],
    ["Date d'échéance", '07/02/2026'],
  ],
  lines: [
    ['Reliure de registres, demi-toile', '24', '38,50 €', '924,00 €'],
    ['Restauration de la carte murale de 1894', '1', '640,00 €', '640,00 €'],
    ["Boîtes d'archives sur mesure", '30', '9,20 €', '276,00 €'],
  ],
  sums: [
    ['Total HT', '1 840,00 €'],
    ['TVA 20 %', '368,00 €'],
    ['Total TTC', '2 208,00 €'],
  ],
  footer: [
    'Atelier Morel SARL au capital de 12 000 €, RCS Strasbourg 512 884 019, TVA FR 41 512884019',
    'IBAN FR76 1027 8010 0200 0311 4550 182',
  ],
}

/**
 * Its total is 50.00 more than its parts: the demo's reviewer is asked.
 * @type {Invoice}
 */
export const HARLOW = {
  seller: { name: 'Harlow Lighting GmbH', address: ['Lindenstrasse 88', '10969 Berlin', 'billing@harlow-lighting.example'] },
  buyer: ['Theatre on the Canal', 'Prinsengracht 401', '1016 HM Amsterdam'],
  words: { invoice: 'INVOICE', billTo: 'Bill to', columns: ['Description', 'Quantity', 'Unit price', 'Amount'] },
  facts: [
    ['Invoice no.', 'HL-88213'],
    ['Invoice date', '31.12.2025'],
    ['Due date', '30.01.2026'],
  ],
  lines: [
    ['LED profile spotlight 180 W', '4', '385.00 EUR', '1,540.00 EUR'],
    ['Dimmer pack, six channels', '1', '249.41 EUR', '249.41 EUR'],
    ['Safety cable 60 cm', '10', '4.00 EUR', '40.00 EUR'],
  ],
  sums: [
    ['Net amount', '1,829.41 EUR'],
    ['VAT 6%', '109.59 EUR'],
    ['Total', '1,989.00 EUR'],
  ],
  footer: ['Harlow Lighting GmbH, Amtsgericht Charlottenburg HRB 114402, VAT DE 288 401 776', 'IBAN DE02 1203 0000 0000 2020 51'],
}
