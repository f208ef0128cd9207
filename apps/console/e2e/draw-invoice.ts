import type { Browser } from 'playwright-core'

/** A place on a page, as fractions of it. */
export interface Box {
  x: number
  y: number
  w: number
  h: number
}

export interface DrawnPage {
  png: Uint8Array
  width: number
  height: number
  /** Where each field stands, by name. */
  boxes: Record<string, Box>
  lines: (Box & { text: string })[]
  text: string
}

export interface InvoiceText {
  issuer: string
  number: string
  date: string
  lines: [string, string][]
  untaxed: string
  tax: string
  total: string
}

/** A4 in points. */
const WIDTH = 595
const HEIGHT = 842

const span = (field: string, text: string) => `<span data-line data-field="${field}">${text}</span>`

function invoiceHtml(invoice: InvoiceText): string {
  const rows = invoice.lines.map(
    ([what, amount]) => `<tr><td><span data-line>${what}</span></td><td><span data-line>${amount}</span></td></tr>`,
  )
  return `<!doctype html><meta charset="utf-8"><style>
    body { margin: 0; width: ${WIDTH}px; height: ${HEIGHT}px; font: 11px/1.5 "Liberation Sans", Arial, sans-serif; color: #1a1a1a; background: #fff }
    header { display: flex; justify-content: space-between; padding: 56px 56px 40px } h1 { font-size: 22px; margin: 0 } main { padding: 0 56px }
    table { width: 100%; border-collapse: collapse; margin: 24px 0 } td { padding: 7px 0; border-bottom: 1px solid #ddd } td:last-child { text-align: right }
    .sum { margin-left: auto; width: 220px } .sum div { display: flex; justify-content: space-between; padding: 4px 0 } .all { font-weight: 700; font-size: 13px; border-top: 2px solid #1a1a1a }
  </style><header><div><h1>${span('issuer', invoice.issuer)}</h1><span data-line>14 rue des Carmes, 75005 Paris</span></div><div><span data-line>Invoice no. </span>${span('invoice_number', invoice.number)}<br><span data-line>Date </span>${span('date', invoice.date)}</div></header>
  <main><table>${rows.join('')}</table><div class="sum"><div><span data-line>Net</span>${span('untaxed', invoice.untaxed)}</div><div><span data-line>VAT 20 %</span>${span('tax', invoice.tax)}</div><div class="all"><span data-line>Total to pay</span>${span('total', invoice.total)}</div></div>
  <p style="margin-top:64px;color:#555"><span data-line>Payable within 30 days to the account named above. Thank you for your order.</span></p></main>`
}

/** Draws an invoice as a page picture and measures where its fields stand, as reading a PDF would. */
export async function drawInvoice(browser: Browser, invoice: InvoiceText): Promise<DrawnPage> {
  const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT }, deviceScaleFactor: 2 })
  try {
    await page.setContent(invoiceHtml(invoice))
    const found = await page.$$eval(
      '[data-line]',
      (elements, size) =>
        elements.map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect()
          const box = { x: x / size.width, y: y / size.height, w: width / size.width, h: height / size.height }
          return { field: element.getAttribute('data-field'), text: element.textContent ?? '', ...box }
        }),
      { width: WIDTH, height: HEIGHT },
    )
    const boxes = Object.fromEntries(found.flatMap(({ field, text: _text, ...box }) => (field ? [[field, box]] : [])))
    const lines = found.map(({ field: _field, ...line }) => line)
    return { png: await page.screenshot(), width: WIDTH, height: HEIGHT, boxes, lines, text: lines.map((line) => line.text).join('\n') }
  } finally {
    await page.close()
  }
}
