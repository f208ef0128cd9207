// Writes examples/documents: what the demo ingests. The same every time, byte by byte: `node examples/make-documents.mjs`.
import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { finished } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'
import { CONTRACT } from './texts/contract.mjs'
import { BRINDLE, HARLOW, MOREL } from './texts/invoices.mjs'
import { NOTE, NOTICE_ZH, QUESTIONS, REPORT_FR } from './texts/pages.mjs'

/** @typedef {import('./texts/invoices.mjs').Invoice} Invoice */
/** @typedef {import('./texts/contract.mjs').Contract} Contract */

const FOLDER = path.join(path.dirname(fileURLToPath(import.meta.url)), 'documents')
const LEFT = 56
const RIGHT = 539
const COLUMNS = [LEFT, 380, 460, RIGHT]
const INK = '#1c2430'
const GREY = '#5b6675'
const WRITTEN = new Date('2026-01-15T09:00:00Z')

/**
 * @param {string} name
 * @param {string} title
 * @param {(pdf: PDFKit.PDFDocument) => void} draw
 */
async function writePdf(name, title, draw) {
  // Uncompressed: compressed streams differ from one version of zlib to the next.
  const pdf = new PDFDocument({
    size: 'A4',
    margin: LEFT,
    compress: false,
    bufferPages: true,
    info: { Title: title, CreationDate: WRITTEN, Producer: 'Countersign examples', Creator: 'Countersign examples' },
  })
  const file = createWriteStream(path.join(FOLDER, name))
  pdf.pipe(file)
  draw(pdf)
  pdf.end()
  await finished(file)
}

/**
 * @param {PDFKit.PDFDocument} pdf
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {{ bold?: boolean, size?: number, color?: string, right?: number }} [style]
 */
function put(pdf, text, x, y, { bold = false, size = 10, color = INK, right } = {}) {
  pdf
    .font(bold ? 'Helvetica-Bold' : 'Helvetica')
    .fontSize(size)
    .fillColor(color)
  const left = right === undefined ? x : right - pdf.widthOfString(text)
  pdf.text(text, left, y, { lineBreak: false })
}

/**
 * @param {PDFKit.PDFDocument} pdf
 * @param {Invoice} invoice
 */
function drawInvoice(pdf, invoice) {
  const { seller, buyer, words, facts, lines, sums, footer } = invoice
  put(pdf, seller.name, LEFT, 56, { bold: true, size: 16 })
  putLines(pdf, seller.address, 80, { size: 9, color: GREY })
  put(pdf, words.invoice, 0, 56, { bold: true, size: 20, right: RIGHT })
  for (const [index, [label, value]] of facts.entries()) {
    put(pdf, label, 360, 92 + index * 15, { size: 9, color: GREY })
    put(pdf, value, 0, 92 + index * 15, { right: RIGHT })
  }
  put(pdf, words.billTo, LEFT, 176, { size: 9, color: GREY })
  putLines(pdf, buyer, 190)
  putRow(pdf, words.columns, 270, { bold: true, size: 9 })
  pdf.moveTo(LEFT, 285).lineTo(RIGHT, 285).lineWidth(0.5).stroke(GREY)
  for (const [row, cells] of lines.entries()) putRow(pdf, cells, 294 + row * 18)
  const top = 304 + lines.length * 18
  pdf.moveTo(340, top).lineTo(RIGHT, top).lineWidth(0.5).stroke(GREY)
  for (const [index, [label, value]] of sums.entries()) {
    const bold = index === sums.length - 1
    put(pdf, label, 350, top + 10 + index * 18, { bold })
    put(pdf, value, 0, top + 10 + index * 18, { bold, right: RIGHT })
  }
  putLines(pdf, footer, 760, { size: 8, color: GREY })
}

/**
 * @param {PDFKit.PDFDocument} pdf
 * @param {string[]} lines
 * @param {number} y
 * @param {{ size?: number, color?: string }} [style]
 */
function putLines(pdf, lines, y, style) {
  for (const [index, line] of lines.entries()) put(pdf, line, LEFT, y + index * 13, style)
}

/**
 * One row of the table: text at the left, numbers flush right.
 * @param {PDFKit.PDFDocument} pdf
 * @param {string[]} cells
 * @param {number} y
 * @param {{ bold?: boolean, size?: number }} [style]
 */
function putRow(pdf, cells, y, style) {
  for (const [index, cell] of cells.entries()) put(pdf, cell, LEFT, y, { ...style, right: index === 0 ? undefined : COLUMNS[index] })
}

/**
 * @param {PDFKit.PDFDocument} pdf
 * @param {Contract} contract
 */
function drawContract(pdf, { title, parties, articles, running }) {
  pdf.font('Helvetica-Bold').fontSize(18).fillColor(INK).text(title, LEFT, 90)
  pdf.moveDown(0.8).font('Helvetica').fontSize(12)
  for (const party of parties) pdf.text(party, { lineGap: 4 }).moveDown(0.5)
  for (const { heading, paragraphs } of articles) {
    pdf.moveDown(0.8).font('Helvetica-Bold').fontSize(13).text(heading)
    pdf.moveDown(0.3).font('Helvetica').fontSize(12)
    for (const paragraph of paragraphs) pdf.text(paragraph, { align: 'left', lineGap: 4 }).moveDown(0.5)
  }
  const { start, count } = pdf.bufferedPageRange()
  for (let page = start; page < start + count; page += 1) {
    pdf.switchToPage(page)
    // The page's own margin would push the foot onto a page of its own.
    pdf.page.margins.bottom = 0
    put(pdf, running, LEFT, 36, { size: 8, color: GREY })
    put(pdf, `Page ${page + 1} of ${count}`, 0, 806, { size: 8, color: GREY, right: RIGHT })
  }
}

await mkdir(FOLDER, { recursive: true })
await writePdf('invoice-brindle-joinery.pdf', 'Invoice BJ-2026-0117', (pdf) => drawInvoice(pdf, BRINDLE))
await writePdf('facture-atelier-morel.pdf', 'Facture 2026-0042', (pdf) => drawInvoice(pdf, MOREL))
await writePdf('invoice-harlow-lighting.pdf', 'Invoice HL-88213', (pdf) => drawInvoice(pdf, HARLOW))
await writePdf('contract-lift-maintenance.pdf', CONTRACT.title, (pdf) => drawContract(pdf, CONTRACT))
await writeFile(path.join(FOLDER, 'rapport-qualite-eau.html'), REPORT_FR)
await writeFile(path.join(FOLDER, 'notice-water-supply-zh.md'), NOTICE_ZH)
await writeFile(path.join(FOLDER, 'note-archive-move.md'), NOTE)
await writeFile(path.join(FOLDER, 'questions.json'), `${JSON.stringify(QUESTIONS, null, 2)}\n`)
